//===- TA.g4 - the syntax of .ta programs ---------------------------------===//
//
// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole syntax of the language; the rule numbers (L1, L2, ...) are those of
// its specification. What a later stage cannot do yet still parses.
//
// Every decision of the parser below looks at one token only. That makes
// parsing linear and lets an error name exactly what may stand at its place,
// so it is worth keeping: where two forms share a prefix, the prefix is
// factored out and the tree builder tells them apart.
//
//===----------------------------------------------------------------------===//

grammar TA;

// --- Programs and functions ------------------------------------------------

program : topLevel* EOF ;

// A statement here is misplaced: it is parsed so that one error can say so.
topLevel
    : function
    | formatDeclaration
    | parameterDeclaration
    | importDeclaration
    | statement
    ;

// L59.
parameterDeclaration : Param name '=' constant ';' ;

constant : '-'? (Integer | Decimal) | 'true' | 'false' | String ;

// L62.
importDeclaration : Import String ';' ;

// L31. COMET writes tensor parameters without labels or format.
function : 'def' name '(' (parameter (',' parameter)*)? ')' ('->' results)? block ;

parameter
    : 'Tensor' '<' storedType '>' name shape?     # tensorParameter
    | elementType name                            # scalarParameter
    ;

// L64: several are in parentheses.
results : result | '(' result (',' result)+ ')' ;

result
    : 'Tensor' '<' storedType '>' shape?          # tensorResult
    | elementType                                 # scalarResult
    ;

shape : '(' dimensions (',' format (',' explicitValue)?)? ')' ;

// L50: `value = 1`.
explicitValue : name '=' ('-'? (Integer | Decimal) | 'true' | 'false') ;

// --- Statements ------------------------------------------------------------

block : '{' statement* '}' ;

statement
    : ';'                                         # emptyStatement        // L3
    | labelDeclaration ';'                        # labelStatement
    | tensorDeclaration ';'                       # tensorStatement
    | scalarDeclaration ';'                       # scalarStatement
    | assignmentOrCall ';'                        # assignmentStatement
    | reorder ';'                                 # reorderStatement
    | distribute ';'                              # distributeStatement   // L61
    | returned ';'                                # returnStatement
    | (Break | Continue) ';'                      # jumpStatement         // L64
    | forLoop                                     # forStatement
    | whileLoop                                   # whileStatement
    | conditional                                 # conditionalStatement
    ;

// L4: `IndexLabel [i, j] = [8];`. COMET also separates by spaces, leaves out
// the brackets, and means `[?]` by no extent at all.
labelDeclaration : 'IndexLabel' ('[' nameSequence ']' | nameSequence) ('=' '[' extent ']')? ;

nameSequence : name (','? name)* ;

// L56: bounds are numbers, or computed where the label is declared.
extent
    : '?'                                         # dynamicExtent
    | expression (':' expression (':' expression)?)?    # givenExtent
    ;

// L8, L9.
// The checker asks for the format.
tensorDeclaration : 'Tensor' '<' storedType '>' name shape ;

dimensions : '[' (dimension (',' dimension)*)? ']' ;

dimension : name | Integer | '?' ;

// L8, L50.
storedType : elementType | NarrowType ;
elementType : 'double' | 'float' | 'int' | 'int64' | 'int32' | 'bool' | 'complex' ;

// L9, L10, L34.
format
    : formatPart                                              # bareFormat
    | '{' formatPart (',' formatPart)* '}'                    # bracedFormat
    | 'hybrid' '(' hybridPart (',' hybridPart)* ')'           # hybridFormat
    | '{' 'hybrid' '(' hybridPart (',' hybridPart)* ')' '}'   # hybridFormat
    ;

formatPart : Name ('(' formatNumber (',' formatNumber)* ')')? ;

// L59: a parameter may give one.
formatNumber : Integer | name ;

hybridPart : formatPart ('where' expression)? ;

// L29.
scalarDeclaration : 'var' name '=' expression ;

// L18 and calls for their effect: `print(A);`, `write(C, "c.mtx");`.
assignmentOrCall : name indices? (arguments | assignment | unpacking) ;

// L64: `Q, s = f(A);`.
unpacking : (',' target)+ '=' expression ;

target : name indices? ;

assignment : (assignmentOperator | mask) expression condition? schedule? ;

// L52.
condition : 'where' expression ;

assignmentOperator
    : '='
    | '+='
    | '-='
    | '@' '(' semiringOperator ')' '='
    ;

// L23. The lexer reads `>=` as one token in `C[i]<M>= ...`.
mask : '<' '!'? name (',' name)? ('>' assignmentOperator | '>=') ;

// L32.
schedule : 'with' directive (',' directive)* ;

directive : name arguments? ;

// L36.
reorder
    : 'reorder' '[' names ']' 'by' name ('(' (name (',' Integer)?)? ')')? ;

// One label, as the checker sees to.
distribute : Distribute '[' names ']' ;

returned : 'return' (expression (',' expression)*)? ;

// L30. COMET: `for i in range(0, 10, 1): ... end`.
forLoop
    : 'for' name 'in' ( 'range' arguments (block | blockToEnd)
                      | expression ':' expression (':' expression)? block ) ;

blockToEnd : ':' statement* 'end' ;

whileLoop : 'while' '(' expression ')' block ;

conditional : 'if' '(' expression ')' block ('else' (conditional | block))? ;

// --- Expressions, loosest operators first ----------------------------------

// L64: `c ? a : b`.
expression : disjunction ('?' expression ':' expression)? ;

disjunction : conjunction ('||' conjunction)* ;

conjunction : comparison ('&&' comparison)* ;

comparison : sum (('<' | '<=' | '>' | '>=' | '==' | '!=') sum)? ;

sum : product (('+' | '-') product)* ;

// L21, L22, L54.
product : prefix (productOperator prefix)* ;

productOperator : '*' | '/' | '.*' | '%' | semiring ;

// `x @(reduce, combine) y`, `x @(combine) y`, `x @|(combine) y`.
semiring : '@' ( '(' semiringOperator (',' semiringOperator)? ')'
               | '|' '(' semiringOperator ')' ) ;

semiringOperator : '+' | '-' | '*' | '/' | '|' | '&' | name ;

prefix : ('-' | '!') prefix | primary ;

primary
    : (Integer | Decimal)                         # number
    | ('true' | 'false')                          # boolean
    | String                                      # string
    | '(' expression ')'                          # parenthesised
    | '[' (expression (',' expression)*)? ']'     # literal               // L11
    | '{' (entry (',' entry)*)? '}'               # sparseLiteral         // L57
    | 'transpose' '(' expression ',' '{' names '}' ')'      # transpose   // L24
    | name (arguments | indices arguments?)?      # nameOrCall            // L25
    | elementType arguments                       # cast                  // L54
    | 'reorder' arguments                         # reorderQuery          // L33
    ;

arguments : '(' (argument (',' argument)*)? ')' ;

// L32, L57: some have names. L52: terms are selected inside a reduction.
argument : (name '=')? expression condition? ;

// `(0, 2): 1.5`.
entry : ('(' expression (',' expression)+ ')' | sum) ':' expression ;

// Labels, or what says a coordinate (L53, L56, L63).
indices : '[' (expression (',' expression)*)? ']' ;

names : name (',' name)* ;

// Words with a meaning in one place only, free as names.
name : Name | 'by' | 'where' | 'with' | 'hybrid' ;

// --- Formats of the program's own (L33) ------------------------------------

formatDeclaration
    : 'format' name ('(' names? ')')? '=' '(' names ')' '->'
      '(' level (',' level)* ')' schedule? ';' ;

// An index expression or an indirect level, with its level type.
level : expression (':' levelType)? ;

levelType : name arguments? ;

// --- Tokens ----------------------------------------------------------------

Def : 'def' ;
IndexLabel : 'IndexLabel' ;
Tensor : 'Tensor' ;
Var : 'var' ;
Format : 'format' ;
Reorder : 'reorder' ;
Return : 'return' ;
For : 'for' ;
In : 'in' ;
Range : 'range' ;
End : 'end' ;
While : 'while' ;
If : 'if' ;
Else : 'else' ;
Transpose : 'transpose' ;
True : 'true' ;
False : 'false' ;

By : 'by' ;
Where : 'where' ;
With : 'with' ;
Hybrid : 'hybrid' ;

Double : 'double' ;
Float : 'float' ;
Int : 'int' ;
Int64 : 'int64' ;
Int32 : 'int32' ;
BoolType : 'bool' ;
Complex : 'complex' ;

// What markWords makes of these names: of two where they are all of a statement,
// of one where only labels in brackets follow, of two where they begin what
// stands outside of functions. Elsewhere they are free.
Break : 'break' {false}? ;
Continue : 'continue' {false}? ;
Distribute : 'distribute' {false}? ;
Param : 'param' {false}? ;
Import : 'import' {false}? ;
// Of what stands behind `Tensor <` (L50).
NarrowType : 'float16' {false}? ;

Semicolon : ';' ;
Comma : ',' ;
Colon : ':' ;
Question : '?' ;
LeftParen : '(' ;
RightParen : ')' ;
LeftBracket : '[' ;
RightBracket : ']' ;
LeftBrace : '{' ;
RightBrace : '}' ;
Arrow : '->' ;

Assign : '=' ;
PlusAssign : '+=' ;
MinusAssign : '-=' ;
OrOr : '||' ;
AndAnd : '&&' ;
Less : '<' ;
LessEqual : '<=' ;
Greater : '>' ;
GreaterEqual : '>=' ;
EqualEqual : '==' ;
NotEqual : '!=' ;
Plus : '+' ;
Minus : '-' ;
Star : '*' ;
Slash : '/' ;
DotStar : '.*' ;
Percent : '%' ;
At : '@' ;
Bar : '|' ;
Ampersand : '&' ;
Exclamation : '!' ;

// L2.
Integer : DIGIT+ ;

// `2.` is a number, but in `2.*A` the dot belongs to `.*` (L48).
Decimal
    : DIGIT+ '.' DIGIT+ EXPONENT?
    | DIGIT+ '.' EXPONENT
    | '.' DIGIT+ EXPONENT?
    | DIGIT+ EXPONENT
    | DIGIT+ '.' {_input->LA(1) != '*'}?
    ;

Name : LETTER (LETTER | DIGIT)* ;

String : '"' ~["\r\n]* '"' ;

// What the parser's token check reports, and passes on as what was meant.
BadNumber : DIGIT+ ('.' DIGIT*)? LETTER (LETTER | DIGIT)* ;
OpenString : '"' ~["\r\n]* ;
SingleQuoted : '\'' ~['\r\n]* '\'' ;

// L1. The first three bytes of a file may be a UTF-8 byte order mark; the
// lexer reads bytes.
ByteOrderMark : '\u00EF\u00BB\u00BF' -> skip ;
Comment : '#' ~[\r\n]* -> skip ;
Space : [ \t\r\n\u000B\u000C]+ -> skip ;

Unknown : . -> channel(HIDDEN) ;

fragment DIGIT : [0-9] ;
fragment LETTER : [A-Za-z_] ;
fragment EXPONENT : [eE] [+-]? DIGIT+ ;

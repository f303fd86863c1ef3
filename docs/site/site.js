// Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Search in the pages, and light or dark.

"use strict";

const input = document.getElementById("search");
const results = document.getElementById("results");

document.getElementById("theme").addEventListener("click", () => {
  const theme =
    document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
});

/// The sections that have all words, the best first. A word counts most in a
/// heading, and where it begins one.
function search(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  for (const section of searchIndex) {
    const heading = section.heading.toLowerCase();
    const body = section.text.toLowerCase();
    let score = 0;
    for (const word of words) {
      const inHeading = heading.indexOf(word);
      const count = body.split(word).length - 1;
      if (inHeading < 0 && !count) { score = 0; break; }
      score += (inHeading === 0 ? 40 : inHeading > 0 ? 20 : 0) +
               Math.min(count, 8);
    }
    // What people use, before how it is made.
    if (score && section.place.startsWith("docs/")) score += 15;
    if (score) found.push({ score, section, words });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, 12);
}

/// Text around the first word that is found, with the words marked.
function excerpt(text, words) {
  const span = document.createElement("small");
  const first = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
  let rest = (first ? "… " : "") + text.slice(first, first + 180);
  while (rest) {
    const lower = rest.toLowerCase();
    const next = words.map((word) => ({ word, at: lower.indexOf(word) }))
      .filter((place) => place.at >= 0).sort((a, b) => a.at - b.at)[0];
    if (!next) { span.append(rest); break; }
    span.append(rest.slice(0, next.at));
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(next.at, next.at + next.word.length);
    span.append(mark);
    rest = rest.slice(next.at + next.word.length);
  }
  return span;
}

function show() {
  const found = search(input.value);
  results.hidden = !input.value.trim();
  results.replaceChildren();
  for (const { section, words } of found) {
    const link = document.createElement("a");
    link.href = root + section.place;
    link.append(section.heading === section.page ? section.page
                : `${section.page}: ${section.heading}`);
    link.append(excerpt(section.text, words));
    results.append(link);
  }
  if (!found.length) {
    const text = document.createElement("p");
    text.textContent = "Nothing has all these words.";
    results.append(text);
  }
}

input.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "/" && document.activeElement !== input) {
    event.preventDefault();
    input.focus();
  } else if (event.key === "Escape") {
    results.hidden = true;
  } else if (!results.hidden && event.key === "ArrowDown" && links.length) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (!results.hidden && event.key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (at ? links[at - 1] : input).focus();
  } else if (event.key === "Enter" && document.activeElement === input &&
             links.length) {
    links[0].click();
  }
});

// A search can be linked to: index.html?q=workspace.
const asked = new URLSearchParams(location.search).get("q");
if (asked) {
  input.value = asked;
  show();
}

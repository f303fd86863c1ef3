#!/usr/bin/env python3
# Part of Encke, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""vsix.py EXTENSION FOLDER: packs an extension for `code --install-extension`."""

import json
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="json" ContentType="application/json"/>
<Default Extension="js" ContentType="application/javascript"/>
<Default Extension="md" ContentType="text/markdown"/>
<Default Extension="vsixmanifest" ContentType="text/xml"/>
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0"
 xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
<DisplayName>{title}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Categories>{categories}</Categories>
<Properties>
<Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
</Properties>
</Metadata>
<Installation>
<InstallationTarget Id="Microsoft.VisualStudio.Code"/>
</Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest"
 Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details"
 Path="extension/README.md" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def pack(extension: Path, folder: Path) -> Path:
    package = json.loads((extension / "package.json").read_text("utf-8"))
    target = folder / f"{package['name']}-{package['version']}.vsix"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", TYPES)
        archive.writestr("extension.vsixmanifest", MANIFEST.format(
            name=quoteattr(package["name"]),
            version=quoteattr(package["version"]),
            publisher=quoteattr(package["publisher"]),
            title=escape(package["displayName"]),
            description=escape(package["description"]),
            categories=escape(",".join(package["categories"])),
            engine=quoteattr(package["engines"]["vscode"])))
        for path in sorted(extension.rglob("*")):
            if path.is_file():
                archive.write(path, f"extension/{path.relative_to(extension)}")
    return target


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), Path(sys.argv[2])))

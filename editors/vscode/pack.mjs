// npm run pack: writes sallyport.vsix, which `code --install-extension` installs. A .vsix is a ZIP file with the extension and two
// files that describe it. It needs the installed packages, and no network.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

const HERE = import.meta.dirname;
const FILE = join(HERE, "sallyport.vsix");
const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
const { outputFiles } = await build({
  absWorkingDir: HERE,
  entryPoints: ["extension.mjs"],
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  write: false,
  legalComments: "inline",
});

const { devDependencies: _dev, private: _private, scripts: _scripts, ...published } = manifest;
writeFileSync(
  FILE,
  zip({
    "extension.vsixmanifest": description(manifest),
    "[Content_Types].xml": `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${["json", "cjs", "md", "vsixmanifest"]
      .map((ending) => `<Default Extension=".${ending}" ContentType="application/octet-stream"/>`)
      .join("")}</Types>\n`,
    "extension/package.json": `${JSON.stringify(published, null, 2)}\n`,
    "extension/readme.md": readFileSync(join(HERE, "README.md")),
    "extension/extension.cjs": outputFiles[0].contents,
  }),
);
console.log(`wrote ${FILE}`);

function description({ name, displayName, description: text, version, publisher, engines, categories }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${text}</Description>
    <Categories>${categories.join(",")}</Categories>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/readme.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

/** Returns a ZIP file (APPNOTE.TXT, 4.3) with these files. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    // Version, flags (UTF-8 names), method (deflate), time and date (1 January 2026), checksum, sizes, lengths.
    const head = Buffer.alloc(26);
    for (const [at, value] of [[0, 20], [2, 0x800], [4, 8], [6, 0], [8, 0x5c21]]) head.writeUInt16LE(value, at);
    for (const [at, value] of [[10, crc32(bytes)], [14, packed.length], [18, bytes.length]]) head.writeUInt32LE(value, at);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, tail, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  for (const at of [4, 6]) end.writeUInt16LE(Object.keys(files).length, at);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, entries, Buffer.from("PK\x05\x06"), end]);
}

/** CRC-32 (ISO 3309), as ZIP files have it. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

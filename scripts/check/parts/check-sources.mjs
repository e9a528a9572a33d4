// Checks of the sources for check-layers: documents that comments name, type assertions, keys that may wait for ever, and
// copies in the write path that lose notes.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../parts/shared.mjs";

/** Type assertions for each thousand lines of a module of src/, tests not counted. */
const MOST_CASTS = 2.5;
/** A module of few lines may have this number, too. */
const FEW_CASTS = 2;

const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** A numbered section of a document that is not part of this repository. */
const SECTIONS = /\b(?:api-)?surface,? [A-E]\.\d|\bspec \d+\.\d/;
const PAGES = /(?<![\w./-])[\w./-]+\.md\b/g;

/** Comments name files of Kubernetes, RFCs and pages of this repository: what a reader can open. */
export function citationComplaints(place, text) {
  const complaints = [];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (!token.startsWith("/*") && !token.startsWith("//")) continue;
    const at = `${place}:${text.slice(0, index).split("\n").length}`;
    if (SECTIONS.test(token)) complaints.push(`${at}: cites a section of a document that is not here`);
    for (const [page] of token.matchAll(PAGES))
      if (!isHere(page)) complaints.push(`${at}: cites ${page}, which is not here`);
  }
  return complaints;
}

/** Files that may write to standard output and standard error; they escape control characters, or write to a parent process. */
const OUTPUTS = new Set([
  "cli/terminal.ts",
  // Messages of a protocol for a program.
  "cli/lsp/start.ts",
  "webhook/standard-error.ts",
  "storage/lmdb/file/damage-process.tool.ts",
  "storage/lmdb/lock/lock-process.tool.ts",
]);
const OUTPUT =
  /\bprocess\.std(?:out|err)\b(?!\.(?:isTTY|columns)\b)|\bconsole\.(?:debug|error|info|log|warn)\(/g;

/** Texts for a terminal pass through one file (src/cli/terminal.ts). `file`: below src/. */
export function outputComplaints(file, code) {
  if (OUTPUTS.has(file)) return [];
  return [...code.matchAll(OUTPUT)].map(({ 0: found, index }) => {
    const line = code.slice(0, index).split("\n").length;
    return `${file}:${line}: ${found} prints control characters of other users; use src/cli/terminal.ts`;
  });
}

/** Keys that may wait for ever: src/server/service-accounts/keys.ts, `newSigningKeyPem`, says when. */
export function keyComplaints(place, text) {
  const isRisk =
    /\.export\(\{ format: "jwk" \}\)/.test(text) &&
    /\bgenerateKeyPair(?:Sync)?\(/.test(text) &&
    !/\bprivateKeyEncoding\b/.test(text);
  return isRisk ? [`${place}: exports a key as a JWK that Node makes as an object; make it as a text`] : [];
}

/** Folders in which objects have notes (src/api/object/notes.ts) while a write is handled. */
const WRITE_PATH = /^src\/(?:server|admission|resources\/custom|resources\/machine\/apply)\//;
const CLONES = /\bstructuredClone\b|\bclone\w*\(|\bJSON\.parse\(JSON\.stringify\b/;

/** A copy that loses notes without a word: a float becomes an integer, and an empty list becomes an absent one. */
export function cloneComplaints(place, text) {
  if (!WRITE_PATH.test(place)) return [];
  return text
    .split("\n")
    .flatMap((line, i) =>
      CLONES.test(line.replace(TOKENS, " "))
        ? [
            `${place}:${i + 1}: copies without notes; use copyWithNotes (api/object/notes.ts), or copyAsText (api/object/clone-object.ts) where kube-apiserver writes JSON and reads it again`,
          ]
        : [],
    );
}

const isHere = (page) => [page, join("docs", page)].some((path) => existsSync(join(ROOT, path)));

/** What is code in a template. */
const holesOf = (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(" ");

/** How many type assertions there are in a file; `as const`, other names of imports and the word in texts are none. */
export function castsIn(text) {
  const code = text
    .replace(TOKENS, (token) => (token.startsWith("`") ? holesOf(token) : " "))
    .replace(/^\s*(?:import|export)\b[^;]*?\bfrom\b[^;]*;/gm, "");
  return code.match(/(?<![.\w])as (?!const\b)/g)?.length ?? 0;
}

/** `sources`: pairs of a place below src/ and its text, without tests. */
export function castComplaints(sources) {
  return [...grouped(sources)].flatMap(([module, texts]) => {
    const lines = texts.reduce((sum, text) => sum + text.split("\n").length - 1, 0);
    const casts = texts.reduce((sum, text) => sum + castsIn(text), 0);
    const share = (1000 * casts) / lines;
    return casts <= FEW_CASTS || share <= MOST_CASTS
      ? []
      : [
          `src/${module}: ${casts} type assertions are ${share.toFixed(2)} for each thousand lines, more than ${MOST_CASTS}`,
        ];
  });
}

/** Texts by the name of their module; files beside the folders belong to no module. */
function grouped(sources) {
  const modules = new Map();
  for (const [place, text] of sources) {
    if (!place.includes("/")) continue;
    const module = place.slice(0, place.indexOf("/"));
    modules.set(module, [...(modules.get(module) ?? []), text]);
  }
  return modules;
}

// The imports of sources: for the check of layers and for the picture of modules.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All files below `folder` whose names match, without installed packages. */
export function sourceFiles(folder, names = /\.ts$/) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sourceFiles(path, names);
    return names.test(path) ? [path] : [];
  });
}

/** Tests, and what only tests use: they may import everything, and the build leaves them out. */
export const isTest = (file) => /\.(?:test|tool)\.ts$/.test(file);

/** A file without its comments, and its imports; `isType` when nothing is left of one at run time. */
export function readImports(file) {
  const text = readFileSync(file, "utf8");
  const code = withoutComments(text);
  const imports = [];
  for (const match of code.matchAll(/^\s*(?:import|export)\s(type\s)?[^;"']*?\sfrom\s+["']([^"']+)["']/gm))
    imports.push({ from: match[2], isType: match[1] !== undefined, line: lineOf(code, match.index) });
  for (const match of code.matchAll(/(?:^|[^\w.])import\s*\(?\s*["']([^"']+)["']/gm))
    imports.push({ from: match[1], isType: false, line: lineOf(code, match.index) });
  return { code, imports, lines: text.split("\n").length - 1 };
}

/** Keeps the lines, so that numbers stay true. Texts are passed over: `//` in one is no comment. */
function withoutComments(text) {
  const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
  return text.replace(tokens, (token) =>
    token.startsWith("/*") || token.startsWith("//") ? token.replace(/[^\n]/g, "") : token,
  );
}

const lineOf = (text, index) => text.slice(0, index + 1).split("\n").length;

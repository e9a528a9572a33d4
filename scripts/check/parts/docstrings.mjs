// Docstrings of the exported functions, classes, interfaces and type aliases of src/, counted for each module.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../../parts/shared.mjs";
import { isTest, sourceFiles } from "./imports.mjs";

const SRC = join(ROOT, "src");

/** Percent of all exports of src/, and of each module. Raise a limit when the sources allow it; a limit never falls. */
const LEAST = 95;
const LEAST_OF_MODULE = 90;

/** Generated types of the kinds. */
const GENERATED = /^types\/tables\/.*-types\.ts$/;

const DECLARATION =
  /^export (?:async |abstract )?(?<form>function\*?|class|interface|type|const) (?<name>[\w$]+)/gm;
const TYPES = ["interface", "type"];

/** Exports of a source in the order of their lines. An overloaded function is one export: its first declaration counts. */
export function exportsOf(text) {
  const found = new Map();
  for (const { index, groups } of text.matchAll(DECLARATION)) {
    const { form, name } = groups;
    if (found.has(name) || (form === "const" && !isFunction(text, index))) continue;
    const before = text.slice(0, index);
    const line = before.split("\n").length;
    found.set(name, { name, line, isType: TYPES.includes(form), isDocumented: endsWithDocstring(before) });
  }
  return [...found.values()];
}

/** Whether a docstring is directly before the end, apart from lines of directives for tools. */
function endsWithDocstring(before) {
  const lines = before.split("\n").slice(0, -1);
  const last = lines.findLastIndex((line) => !line.startsWith("//"));
  if (!lines[last]?.endsWith("*/")) return false;
  const start = lines.findLastIndex((line, i) => i <= last && /^\s*\/\*/.test(line));
  return lines[start]?.startsWith("/**") === true;
}

/** Whether a constant is an arrow function or a function expression. */
function isFunction(text, index) {
  const value = text.slice(index).match(/^export const [\w$]+(?:: [^=]*(?:=>[^=]*)*)? =\s*(?<value>[\s\S]*)/)
    ?.groups.value;
  if (value === undefined) return false;
  if (/^(?:async )?function\b/.test(value)) return true;
  const start = value.match(/^(?:async )?(?:<[^(]*>)?\(/);
  return start !== null && /^\s*(?:=>|:)/.test(value.slice(endOfParentheses(value, start[0].length)));
}

/** Index after the parenthesis that closes the one before `from`. */
function endOfParentheses(text, from) {
  let depth = 1;
  let i = from;
  for (; depth > 0 && i < text.length; i += 1) {
    if (text[i] === "(") depth += 1;
    if (text[i] === ")") depth -= 1;
  }
  return i;
}

/** Module → its exports, each with its file. */
function exportsByModule() {
  const modules = new Map();
  for (const path of sourceFiles(SRC)) {
    const file = relative(SRC, path);
    if (!file.includes("/") || isTest(file) || GENERATED.test(file)) continue;
    const module = file.slice(0, file.indexOf("/"));
    const found = exportsOf(readFileSync(path, "utf8")).map((one) => ({ ...one, file: `src/${file}` }));
    modules.set(module, [...(modules.get(module) ?? []), ...found]);
  }
  return modules;
}

/** Percent of the exports that have a docstring. */
function shareOf(exports) {
  const documented = exports.filter(({ isDocumented }) => isDocumented).length;
  return exports.length === 0 ? 100 : (100 * documented) / exports.length;
}

export function docstringComplaints() {
  const modules = exportsByModule();
  const shares = [...modules].map(([module, exports]) => [
    `src/${module}`,
    shareOf(exports),
    LEAST_OF_MODULE,
  ]);
  shares.push(["src", shareOf([...modules.values()].flat()), LEAST]);
  return shares
    .filter(([, share, least]) => share < least)
    .map(
      ([place, share, least]) =>
        `${place}: ${share.toFixed(1)} % of the exports have a docstring, less than ${least} %: node scripts/check/layers.mjs --list docstrings`,
    );
}

/** Lines for a terminal: the exports of `module` without a docstring, or the shares of all modules. */
export function docstringList(module) {
  const modules = exportsByModule();
  if (module === undefined) {
    const rows = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
    return [...rows, ["all", rows.flatMap(([, exports]) => exports)]].map(rowOf);
  }
  return (modules.get(module) ?? [])
    .filter(({ isDocumented }) => !isDocumented)
    .map(({ file, line, name }) => `${file}:${line}: ${name}`);
}

function rowOf([name, exports]) {
  const share = (some) => `${shareOf(some).toFixed(1)} %`;
  const [types, functions] = [exports.filter((one) => one.isType), exports.filter((one) => !one.isType)];
  const parts = `functions and classes ${share(functions)}, types ${share(types)}`;
  return `${name}: ${share(exports)} of ${exports.length} (${parts})`;
}

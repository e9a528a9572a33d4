// Docstrings of the exported functions, classes, interfaces and type aliases of src/, counted for each module.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../shared.mjs";
import { isTest, sourceFiles } from "./imports.mjs";

const SRC = join(ROOT, "src");

/** Percent of all exports of src/, and of each module. Raise a limit when the sources allow it; a limit never falls. */
const LEAST = 74;
const LEAST_OF_MODULE = 50;
const LEAST_OF = {};

/** Generated types of the kinds. */
const GENERATED = /^resources\/kinds\/.*\/fields\/[^/]*-types\.ts$/;

const DECLARATION =
  /^export (?:default )?(?:declare )?(?:(?<fn>(?:async )?function)\*? ?|(?<cls>(?:abstract )?class) |(?<face>interface) |(?<alias>type) (?!\{)|(?<value>const) )(?<name>[\w$]+)/gm;
const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** Exports of a source in the order of their lines. An overloaded function is one export: its first declaration counts. */
export function exportsOf(text) {
  const code = text.replace(TOKENS, (token) =>
    token.startsWith("`") ? token.replace(/[^\n]/g, " ").replace(/(?<=\n) /g, "_") : token,
  );
  const found = new Map();
  for (const { index, groups } of code.matchAll(DECLARATION)) {
    if (groups.value !== undefined && !isFunction(code, index)) continue;
    if (found.has(groups.name)) continue;
    const line = code.slice(0, index).split("\n").length;
    const isType = groups.face !== undefined || groups.alias !== undefined;
    const isDocumented = endsWithDocstring(text.slice(0, index));
    found.set(groups.name, { name: groups.name, line, isType, isDocumented });
  }
  return [...found.values()];
}

/** Whether a docstring is last, apart from lines of directives for tools. */
function endsWithDocstring(before) {
  const lines = before.trimEnd().split("\n");
  const last = lines.findLastIndex((line) => !line.trimStart().startsWith("//"));
  const rest = lines.slice(0, last + 1).join("\n");
  return rest.endsWith("*/") && rest.startsWith("/**", rest.lastIndexOf("/*"));
}

/** Whether a constant is an arrow function or a function expression. */
function isFunction(code, index) {
  const value = code.slice(index).match(/^export const [\w$]+(?:: [^=]*(?:=>[^=]*)*)? =\s*(?<value>[\s\S]*)/)
    ?.groups.value;
  if (value === undefined) return false;
  if (/^(?:async )?function\b/.test(value)) return true;
  const start = value.match(/^(?:async )?(?:<[^(]*>)?\(/);
  return start !== null && /^\s*(?:=>|:[^;]*?=>)/.test(value.slice(endOfParentheses(value, start[0].length)));
}

/** Index after the parenthesis that closes the one before `from`. */
function endOfParentheses(code, from) {
  let depth = 1;
  let i = from;
  for (; depth > 0 && i < code.length; i += 1) {
    if (code[i] === "(") depth += 1;
    if (code[i] === ")") depth -= 1;
  }
  return i;
}

/** Module → its exports, each with its file. Files directly in src/ belong to the module ".". */
export function exportsByModule() {
  const modules = new Map();
  for (const path of sourceFiles(SRC)) {
    const file = relative(SRC, path);
    if (isTest(file) || GENERATED.test(file)) continue;
    const module = file.includes("/") ? file.slice(0, file.indexOf("/")) : ".";
    const found = exportsOf(readFileSync(path, "utf8")).map((one) => ({ ...one, file: `src/${file}` }));
    modules.set(module, [...(modules.get(module) ?? []), ...found]);
  }
  return modules;
}

const shareOf = (exports) =>
  exports.length === 0
    ? 100
    : (100 * exports.filter(({ isDocumented }) => isDocumented).length) / exports.length;

export function docstringComplaints() {
  const modules = exportsByModule();
  const all = shareOf([...modules.values()].flat());
  const complaints = [...modules].flatMap(([module, exports]) => {
    const least = LEAST_OF[module] ?? LEAST_OF_MODULE;
    const share = shareOf(exports);
    return share >= least
      ? []
      : [
          `src/${module}: ${share.toFixed(1)} % of the exports have a docstring, less than ${least} %: node scripts/check-layers.mjs --list docstrings ${module}`,
        ];
  });
  return all >= LEAST
    ? complaints
    : [...complaints, `src: ${all.toFixed(1)} % of the exports have a docstring, less than ${LEAST} %`];
}

/** Lines for a terminal: a table of all modules, or the exports of `module` without a docstring. */
export function docstringList(module) {
  const modules = exportsByModule();
  if (module !== undefined)
    return (modules.get(module) ?? [])
      .filter(({ isDocumented }) => !isDocumented)
      .map(({ file, line, name }) => `${file}:${line}: ${name}`);
  const rows = [...modules].sort(([a], [b]) => (a < b ? -1 : 1));
  return [...rows, ["all", rows.flatMap(([, exports]) => exports)]].map(([name, exports]) => {
    const [types, functions] = [exports.filter((one) => one.isType), exports.filter((one) => !one.isType)];
    return `${name}: ${shareOf(exports).toFixed(1)} % of ${exports.length} (functions and classes ${shareOf(functions).toFixed(1)} %, types ${shareOf(types).toFixed(1)} %), ${exports.filter((one) => !one.isDocumented).length} missing`;
  });
}

import { SourceMap } from "node:module";
import { parse } from "acorn";
import { transformSync } from "esbuild";

/**
 * Regular expressions of a TypeScript source: `{ line, source, flags }`, without `source` where the text of a
 * `new RegExp(…)` is not known before the program runs. `makers`: functions that make one of their first argument.
 */
export function findRegexes(code, file, makers = {}) {
  const { code: plain, map } = transformSync(code, { loader: "ts", sourcemap: "external", sourcefile: file });
  const tree = parse(plain, { ecmaVersion: "latest", sourceType: "module", locations: true });
  const lines = new SourceMap(JSON.parse(map));
  const constants = constantsOf(tree);
  const found = [];
  walk(tree, (node) => {
    const regex = regexOf(node, constants) ?? madeBy(node, makers, constants);
    if (regex === undefined) return;
    const { line, column } = node.loc.start;
    found.push({ line: lines.findEntry(line - 1, column).originalLine + 1, ...regex });
  });
  return found;
}

function regexOf(node, constants) {
  if (node.type === "Literal" && node.regex !== undefined)
    return { source: node.regex.pattern, flags: node.regex.flags };
  const isCall = node.type === "NewExpression" || node.type === "CallExpression";
  if (!isCall || node.callee.name !== "RegExp") return undefined;
  const [pattern, flags] = node.arguments;
  return { source: textOf(pattern, constants), flags: flags === undefined ? "" : textOf(flags, constants) };
}

function madeBy({ type, callee, arguments: args }, makers, constants) {
  if (type !== "CallExpression" || !Object.hasOwn(makers, callee.name ?? "")) return undefined;
  const text = textOf(args[0], constants);
  return { source: text === undefined ? undefined : makers[callee.name](text), flags: "" };
}

/** Values of `const` by name; those that a file has twice are not known. */
function constantsOf(tree) {
  const constants = new Map();
  walk(tree, (node) => {
    if (node.type !== "VariableDeclaration" || node.kind !== "const") return;
    for (const { id, init } of node.declarations)
      if (id.type === "Identifier") constants.set(id.name, constants.has(id.name) ? null : init);
  });
  return constants;
}

/** The text that an expression is sure to be; undefined when it is not known. */
function textOf(node, constants) {
  switch (node?.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : node.regex?.pattern;
    case "Identifier":
      return textOf(constants.get(node.name), constants);
    case "TemplateLiteral":
      return templateText(node, "cooked", constants);
    case "TaggedTemplateExpression":
      return isMember(node.tag, "raw") ? templateText(node.quasi, "raw", constants) : undefined;
    case "BinaryExpression":
      return node.operator === "+" ? joined([node.left, node.right], constants) : undefined;
    case "MemberExpression":
      return isMember(node, "source") ? textOf(node.object, constants) : undefined;
    case "CallExpression":
      return joinText(node, constants);
    default:
      return undefined;
  }
}

const isMember = (node, name) => node?.type === "MemberExpression" && node.property.name === name;

function templateText({ quasis, expressions }, form, constants) {
  const parts = quasis.flatMap((quasi, i) => [
    quasi.value[form],
    ...(i < expressions.length ? [textOf(expressions[i], constants)] : []),
  ]);
  return parts.includes(undefined) ? undefined : parts.join("");
}

function joined(nodes, constants, separator = "") {
  const parts = nodes.map((node) => textOf(node, constants));
  return parts.includes(undefined) ? undefined : parts.join(separator);
}

/** `["a", B].join("|")` */
function joinText({ callee, arguments: [separator] }, constants) {
  if (!isMember(callee, "join") || callee.object.type !== "ArrayExpression") return undefined;
  return joined(callee.object.elements, constants, textOf(separator, constants));
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === "string") walk(child, visit);
  }
}

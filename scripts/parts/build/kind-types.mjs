// TypeScript types of the built-in kinds, made of the same tables that the server decodes with: `sallyport/kinds`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/** Types in JSON of the codes of `notation.ts`. */
const SCALARS = {
  s: "string",
  b: "boolean",
  i: "number",
  l: "number",
  d: "number",
  y: "string",
  T: "string",
  M: "string",
  D: "string",
  Q: "string | number",
  I: "string | number",
  R: "{ [key: string]: unknown }",
  F: "{ [key: string]: unknown }",
  J: "unknown",
  B: "unknown",
  A: "unknown",
  S: "unknown",
};

const HEAD = "/** Types of the built-in kinds, as an API server sends them to webhooks. */\n";

/**
 * Writes `index.d.ts`, with a namespace for each table, and an `index.js` without anything into `folder`. `texts`: as
 * `writeOpenApiTexts` returns them.
 */
export async function writeKindTypes(root, folder, texts) {
  const tables = await loadTables(root);
  const { tableNames, BUILTIN_GROUPS } = tables;
  mkdirSync(folder, { recursive: true });
  const context = { ...tables, textsOf: (typeName) => texts[tables.textKey(tables.schemaName(typeName))] };
  const spaces = tableNames().map((table) => tableText(table, context));
  const kinds = kindsText(BUILTIN_GROUPS);
  writeFileSync(join(folder, "index.d.ts"), `${HEAD}${kinds}${spaces.join("")}`);
  writeFileSync(join(folder, "index.js"), "export {};\n");
}

async function loadTables(root) {
  const contents = `export * from "./src/types/notation/tables.ts";
    export { BUILTIN_GROUPS } from "./src/resources/kinds/index.ts";
    export { textKey } from "./src/server/describe/openapi/schemas/published-texts.ts";
    export { schemaName } from "./src/server/describe/openapi/schemas/schemas.ts";`;
  // Below node_modules, where the packages that it loads are found.
  const outfile = join(root, `node_modules/.cache/kind-types-${process.pid}.mjs`);
  await build({
    stdin: { contents, resolveDir: root, loader: "ts" },
    bundle: true,
    outfile,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  const tables = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  return tables;
}

const spaceOf = (table) => table.replace(/\/(.)/, (_, letter) => letter.toUpperCase());

function tableText(table, context) {
  const types = context
    .typeNamesOf(table)
    .map((name) => typeText(`${table}.${name}`, name, { ...context, home: table }));
  return `export declare namespace ${spaceOf(table)} {\n${types.join("")}}\n`;
}

/** An alias, for those fit where any JSON is asked for and interfaces do not. */
function typeText(typeName, name, context) {
  const { description, required = [], fields: descriptions = {} } = context.textsOf(typeName) ?? {};
  const fields = flattened(typeName, context);
  const isKind = ["apiVersion", "kind", "metadata"].every((one) =>
    fields.some((field) => field.name === one),
  );
  const needed = new Set(isKind ? [...required, "apiVersion", "kind", "metadata"] : required);
  const lines = fields.map(
    (field) =>
      `${comment(descriptions[field.name], "  ")}  ${memberText(field, needed.has(field.name), context.home)};\n`,
  );
  return `${comment(description, "")}export type ${name} = {\n${lines.join("")}};\n`;
}

function comment(text, indent) {
  if (text === undefined) return "";
  const lines = text.trim().replaceAll("*/", "*\u200b/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

const flattened = (typeName, context) =>
  (context.fieldFacts(typeName) ?? []).flatMap((field) =>
    field.embedded ? flattened(field.type.name, context) : [field],
  );

/** Returns the text of a member. A member that a client need not send is optional: the server gives it a default, or prints it empty. */
function memberText({ name, type }, needed, home) {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
  return `${key}${needed ? "" : "?"}: ${valueText(type, home)}`;
}

function valueText(type, home) {
  if (type.kind === "scalar") return SCALARS[type.code];
  if (type.kind === "list") return `(${valueText(type.item, home)})[]`;
  if (type.kind === "map") return `{ [key: string]: ${valueText(type.value, home)} }`;
  const dot = type.name.lastIndexOf(".");
  const [table, name] = [type.name.slice(0, dot), type.name.slice(dot + 1)];
  return table === home ? name : `${spaceOf(table)}.${name}`;
}

/** Each served kind by its name, of the preferred version. */
function kindsText(groups) {
  const taken = new Set();
  return groups
    .flatMap(({ resources }) => {
      const [{ versions }] = resources;
      const { typeName } = versions[0].shape;
      const space = spaceOf(typeName.slice(0, typeName.lastIndexOf(".")));
      const kinds = [...new Set(resources.map(({ hub }) => hub.kind))].filter((kind) => !taken.has(kind));
      for (const kind of kinds) taken.add(kind);
      return kinds.map((kind) => `export type ${kind} = ${space}.${kind};\n`);
    })
    .join("");
}

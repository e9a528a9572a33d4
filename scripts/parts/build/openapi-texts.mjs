// Texts of the schemas of built-in kinds for types and fields: descriptions, required fields, values of enumerations.
// The texts are Kubernetes' own (Apache-2.0, see NOTICE). They are not kept here: each build reads them from the
// declarations of the package kubernetes-models (docs/decisions/0009).
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addConnectOptions } from "./connect-texts.mjs";
import { QUANTITY } from "./quantity-text.mjs";

const PACKAGES = ["kubernetes-models", "@kubernetes-models/apimachinery"];
/** Compiled validators: no declarations of ours. */
const NOT_TYPES = new Set(["_schemas", "node_modules"]);

/** Writes `openapi-texts.json` to `outDir`, and returns what is in it; undefined where the packages are not installed. */
export function writeOpenApiTexts(root, outDir) {
  const folders = PACKAGES.map((name) => join(root, "node_modules", name));
  if (!folders.every((folder) => existsSync(folder))) return undefined;
  const types = {};
  for (const file of folders.flatMap(declarations)) addType(types, readFileSync(file, "utf8"));
  addTypeMeta(types);
  addConnectOptions(types, root);
  types.IoK8sApimachineryPkgApiResourceQuantity = { description: QUANTITY, fields: {} };
  writeFileSync(join(outDir, "openapi-texts.json"), `${JSON.stringify(types)}\n`);
  return types;
}

function declarations(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_TYPES.has(entry.name) ? [] : declarations(path);
    return entry.name.endsWith(".d.ts") && entry.name !== "index.d.ts" ? [path] : [];
  });
}

/** `IoK8sApiCoreV1PodSpec`: the name of the schema in capitals, without its dots and dashes. */
const NAME = /^export type \{ I\w+ as I(\w+)/m;
const DECLARATION =
  /(?<comment>\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*)?export (?:interface \w+(?<extends>[^{]*)\{\n(?<body>[\s\S]*?)^\}$|type I\w+ =)/m;

function addType(types, source) {
  const name = NAME.exec(source)?.[1];
  const { comment, body = "", extends: parents = "" } = DECLARATION.exec(source)?.groups ?? {};
  if (name === undefined) return;
  const isKind = parents.includes("TypeMeta");
  const { fields, required, enums } = members(body, isKind);
  types[name] = {
    ...(textOf(comment) === "" ? {} : { description: textOf(comment) }),
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(enums).length === 0 ? {} : { enums }),
    fields,
  };
}

const MEMBER =
  /(?<comment>^ {4}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?^ {4}"(?<name>[^"]+)"(?<optional>\??): (?:\{\n {8}\[key: string\]: )?(?<type>.*)$/gm;

function members(body, isKind) {
  const [fields, required, enums] = [{}, [], {}];
  for (const { groups } of body.matchAll(MEMBER)) {
    const { comment, name, optional, type } = groups;
    // The models of kinds give both a value of their own.
    if (isKind && (name === "apiVersion" || name === "kind")) continue;
    if (textOf(comment) !== "") fields[name] = textOf(comment);
    if (optional === "") required.push(name);
    const values = /^(?:Array<)?((?:"[^"]*"(?: \| )?)+)>?;$/.exec(type)?.[1];
    if (values !== undefined) enums[name] = values.split(" | ").map((value) => JSON.parse(value));
  }
  return { fields, required, enums };
}

/** A comment without its stars; what the declarations add or escape is taken back. */
function textOf(comment = "") {
  const lines = comment
    .trim()
    .replace(/^\/\*\*\n?|\s*\*\/$/g, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""));
  return lines
    .join("\n")
    .replace(/\n@deprecated$/, "")
    .replace(/\\([*/])/g, "$1")
    .trim();
}

/** Adds the descriptions of apiVersion and kind, which are equal for all kinds, from one of them. */
function addTypeMeta(types) {
  const { apiVersion, kind } = types.IoK8sApimachineryPkgApisMetaV1Status.fields;
  types[""] = { fields: { apiVersion, kind } };
}

import { isJsonObject, type Json, type JsonObject, record } from "../../json/value.ts";

/**
 * TypeScript types of the versions of CustomResourceDefinitions, from their schemas: `BoatV1`, and `Boat` for the version
 * that is stored. Throws an Error if there is no definition among the objects, or if a name in one is not valid: it would
 * become code. A hyphen of a kind is an underscore in the name of its type.
 */
export function crdTypes(objects: readonly JsonObject[]): string {
  const definitions = objects.filter(({ kind }) => kind === "CustomResourceDefinition");
  if (definitions.length === 0) throw new Error("there is no CustomResourceDefinition in these files");
  return definitions.map((definition) => typesOf(specOf(definition))).join("\n");
}

interface Spec {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly versions: readonly Version[];
}

interface Version {
  readonly name: string;
  readonly storage: boolean;
  readonly schema?: { readonly openAPIV3Schema?: JsonObject };
}

const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
/**
 * Patterns of group and name as Kubernetes validates them (pkg/apis/apiextensions/validation/validation.go,
 * ValidateCustomResourceDefinitionSpec).
 */
const GROUP = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
const NAME = /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/i;

function specOf({ spec, metadata }: JsonObject): Spec {
  const { group, names, versions } = record(spec);
  const kind = record(names).kind;
  const named = `CustomResourceDefinition ${JSON.stringify(record(metadata).name)}`;
  requireName(named, "spec.group", group, GROUP);
  requireName(named, "spec.names.kind", kind, NAME);
  const list = Array.isArray(versions) ? versions.map(record) : [];
  for (const { name } of list) requireName(named, "spec.versions[].name", name, NAME);
  return { group: String(group), names: { kind: String(kind) }, versions: list as unknown as Version[] };
}

function requireName(named: string, path: string, value: Json | undefined, pattern: RegExp): void {
  if (typeof value !== "string" || !pattern.test(value))
    throw new Error(`${named}: ${path}: ${JSON.stringify(value)} is not a valid name`);
}

/** A name of a type. */
const identifier = (name: string): string => name.replaceAll("-", "_");

function typesOf({ group, names, versions }: Spec): string {
  const nameOf = ({ name }: Version): string =>
    identifier(`${names.kind}${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  const types = versions.map((version) => {
    const schema = version.schema?.openAPIV3Schema ?? {};
    const members = objectMembers(schema, 1, ["apiVersion", "kind", "metadata"]);
    return `/** ${group}/${version.name} */
export type ${nameOf(version)} = {
  apiVersion: "${group}/${version.name}";
  kind: "${names.kind}";
  metadata: import("sallyport/kinds").metaV1.ObjectMeta;
${members}};
`;
  });
  const stored = versions.find(({ storage }) => storage);
  return `${types.join("")}${stored === undefined ? "" : `export type ${identifier(names.kind)} = ${nameOf(stored)};\n`}`;
}

/** Returns members as lines; those in `without` are left out, because they exist already. */
function objectMembers(schema: JsonObject, depth: number, without: readonly string[] = []): string {
  const { properties = {} } = schema;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const indent = "  ".repeat(depth);
  return Object.entries(properties!)
    .filter(([name]) => !without.includes(name))
    .map(([name, member]) => {
      const { description } = member!;
      const comment = typeof description === "string" ? `${indent}/** ${comments(description)} */\n` : "";
      // A field with a default is always set in the objects that a webhook receives.
      const there = required.includes(name) || member!.default !== undefined;
      return `${comment}${indent}${key(name)}${there ? "" : "?"}: ${typeOf(member, depth)};\n`;
    })
    .join("");
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const comments = (text: string): string => text.replace(/\s+/g, " ").replaceAll("*/", "* /");

function typeOf(schema: Json | undefined, depth: number): string {
  if (!isJsonObject(schema)) return "unknown";
  const type = plainType(schema, depth);
  return schema.nullable === true ? `${type} | null` : type;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
};

function plainType(schema: JsonObject, depth: number): string {
  if (schema["x-kubernetes-int-or-string"] === true) return "number | string";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.type === "array") return `(${typeOf(schema.items, depth)})[]`;
  if (schema.type === "object") return objectType(schema, depth);
  return SCALARS[String(schema.type)] ?? "unknown";
}

function objectType(schema: JsonObject, depth: number): string {
  const { properties, additionalProperties } = schema;
  if (isJsonObject(properties)) return `{\n${objectMembers(schema, depth + 1)}${"  ".repeat(depth)}}`;
  return `{ [key: string]: ${isJsonObject(additionalProperties) ? typeOf(additionalProperties, depth) : "unknown"} }`;
}

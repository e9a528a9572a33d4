import { noObjectProblem, saidTexts, typeMetaProblem } from "../../api/object/type-meta.ts";
import { quote } from "../../go/quote.ts";
import { goTypeName } from "../../go/type-name.ts";
import { getKey } from "../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import { readDocument } from "./document.ts";

/** Type of a field; values of the type `any` are returned unchanged. */
export type FieldType =
  | { readonly kind: "string" /** Type in errors; default: string. */; readonly goType?: string }
  | { readonly kind: "bool" }
  | { readonly kind: "int32" }
  | { readonly kind: "any" }
  | { readonly kind: "strings" /** Type of an item in errors; default: string. */; readonly goType?: string }
  | { readonly kind: "struct"; readonly of: StructType; readonly goType: string }
  | { readonly kind: "list"; readonly of: StructType; readonly goType: string };

/** Fields of a kind by their JSON names, and the name of the Go struct in decode errors. */
export interface StructType {
  readonly goName: string;
  readonly fields: Readonly<Record<string, FieldType>>;
}

/** `apiVersion`, a blank, `kind` → structure. */
export type Kinds = ReadonlyMap<string, StructType>;

/** Returns one kind of `apiserver.config.k8s.io` in all its versions. */
export const configurationKinds = (kind: string, fieldsOf: (version: string) => StructType): Kinds =>
  new Map(
    ["v1alpha1", "v1beta1", "v1"].map((version) => [
      `apiserver.config.k8s.io/${version} ${kind}`,
      fieldsOf(version),
    ]),
  );

/** A document of a configuration, checked against its type. */
export interface Decoded {
  readonly apiVersion: string;
  readonly kind: string;
  readonly value: JsonObject;
}

/** Error about a file without a known kind, as older formats of it are. */
export interface UnknownKindError extends Error {
  readonly unknownKind: true;
  /** Empty if the file has none. */
  readonly apiVersion: string;
  readonly kind: string;
}

/** True for the error about a document whose apiVersion and kind are not known. */
export function isUnknownKind(error: unknown): error is UnknownKindError {
  return error instanceof Error && "unknownKind" in error;
}

/** Kind and version of a file that does not name them. */
export type SaidKind = Pick<Decoded, "apiVersion" | "kind">;

/**
 * Decodes a configuration file strictly: kind, version and fields must be known, and no key may be given
 * twice. `absent`: the kind and version used if the file has none. Throws with kube-apiserver's text.
 */
export function decodeStrictly(text: string, kinds: Kinds, absent?: SaidKind): Decoded {
  const { root, type, apiVersion, kind, duplicates, yamlComplaint } = knownKind(text, kinds, absent);
  checkTypes(root, type, "");
  const complaints = [
    ...(yamlComplaint === "" ? [] : [yamlComplaint]),
    ...strayFields(root, type, "", new Set(duplicates), true),
  ];
  if (complaints.length > 0) throw new Error(`strict decoding error: ${complaints.join(", ")}`);
  return { apiVersion, kind, value: root };
}

/** Decodes a file like `decodeStrictly`, for kinds whose readers ignore unknown fields. */
export function decodeKind(text: string, kinds: Kinds, absent?: SaidKind): Decoded {
  const { root, type, apiVersion, kind } = knownKind(text, kinds, absent);
  checkTypes(root, type, "");
  return { apiVersion, kind, value: root };
}

function knownKind(text: string, kinds: Kinds, absent: SaidKind = { apiVersion: "", kind: "" }) {
  const { value, duplicates, yamlComplaint } = readDocument(text);
  if (value !== null && !isJsonObject(value))
    throw new Error(`couldn't get version/kind; json parse error: ${noObjectProblem(value)}`);
  const root = value ?? {};
  const problem = typeMetaProblem(root);
  if (problem !== undefined) throw new Error(problem);
  const read = saidTexts(root);
  const said = { apiVersion: read.apiVersion || absent.apiVersion, kind: read.kind || absent.kind };
  const { apiVersion, kind } = said;
  if (apiVersion.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === "") throw unknownKind(`Object 'Kind' is missing in '${text}'`, said);
  if (apiVersion === "") throw unknownKind(`Object 'apiVersion' is missing in '${text}'`, said);
  const type = kinds.get(`${apiVersion} ${kind}`);
  if (type === undefined) {
    const scheme = 'in scheme "pkg/runtime/scheme.go:111"';
    const why = `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} ${scheme}`;
    throw unknownKind(why, said);
  }
  return { root, type, apiVersion, kind, duplicates, yamlComplaint };
}

const unknownKind = (
  message: string,
  said: { readonly apiVersion: string; readonly kind: string },
): UnknownKindError => Object.assign(new Error(message), { unknownKind: true as const, ...said });

function checkTypes(object: JsonObject, { goName, fields }: StructType, path: string): void {
  for (const [name, type] of Object.entries(fields)) {
    const value = getKey(object, name);
    if (value === undefined || value === null || type.kind === "any") continue;
    const where = path === "" ? name : `${path}.${name}`;
    if (type.kind === "string" && typeof value !== "string")
      throw mismatch(value, goName, where, type.goType ?? "string");
    if (type.kind === "bool" && typeof value !== "boolean") throw mismatch(value, goName, where, "bool");
    if (type.kind === "int32" && !isInt32(value)) throw mismatch(value, goName, where, "int32");
    if (type.kind === "strings") checkStrings(value, goName, where, type.goType);
    if (type.kind === "struct") {
      if (!isJsonObject(value)) throw mismatch(value, goName, where, type.goType);
      checkTypes(value, type.of, where);
    }
    if (type.kind !== "list") continue;
    if (!Array.isArray(value)) throw mismatch(value, goName, where, type.goType);
    for (const item of value) {
      if (isJsonObject(item)) checkTypes(item, type.of, where);
      else if (item !== null) throw mismatch(item, goName, where, type.goType.slice(2));
    }
  }
}

function checkStrings(value: Json, goName: string, where: string, goType = "string"): void {
  if (!Array.isArray(value)) throw mismatch(value, goName, where, `[]${goType}`);
  const other = value.find((item) => typeof item !== "string" && item !== null);
  if (other !== undefined) throw mismatch(other, goName, where, goType);
}

const isInt32 = (value: Json): boolean =>
  Number.isInteger(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31;

/** Go quotes a number that an integer field cannot hold. */
function mismatch(value: Json, goName: string, path: string, goType: string): Error {
  const isNumber = typeof value === "number" || typeof value === "bigint";
  const found = isNumber && goType === "int32" ? `number ${value}` : goTypeName(value);
  return new Error(
    `json: cannot unmarshal ${found} into Go struct field ${goName}.${path} of type ${goType}`,
  );
}

/**
 * Returns errors about unknown fields and about duplicate fields. `isRoot`: kind and version are allowed
 * here.
 */
function strayFields(
  object: JsonObject,
  { fields }: StructType,
  path: string,
  duplicates: ReadonlySet<string>,
  isRoot: boolean,
): readonly string[] {
  const stray: string[] = [];
  const twice: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const where = path === "" ? name : `${path}.${name}`;
    if (duplicates.has(where)) twice.push(`duplicate field ${quote(where)}`);
    if (isRoot && (name === "kind" || name === "apiVersion")) continue;
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (type === undefined) stray.push(`unknown field ${quote(where)}`);
    else if (type.kind === "struct" && isJsonObject(value))
      stray.push(...strayFields(value, type.of, where, duplicates, false));
    else if (type.kind === "list" && Array.isArray(value)) {
      const inner = value.flatMap((item, i) =>
        isJsonObject(item) ? strayFields(item, type.of, `${where}[${i}]`, duplicates, false) : [],
      );
      stray.push(...inner);
    }
  }
  return [...stray, ...twice];
}

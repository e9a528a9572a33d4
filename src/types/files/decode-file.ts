import { noObjectProblem, saidTexts, typeMetaProblem } from "../../api/object/type-meta.ts";
import { quote } from "../../go/quote.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject } from "../../json/value.ts";
import { decodeTyped } from "../decode/decode.ts";
import { filled } from "../decode/filled.ts";
import { strayFields } from "../decode/stray-fields.ts";
import { builtinShape } from "../notation/shapes.ts";
import { readDocument } from "./document.ts";

/** Name in the tables by `apiVersion`, a blank, `kind`: `audit/v1.Policy` for `audit.k8s.io/v1 Policy`. */
export type FileKinds = Readonly<Record<string, string>>;

/** Kind and version of a file. */
export interface FileKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A configuration file. `T` is the generated type of the kind. */
export interface DecodedFile<T> extends FileKind {
  readonly value: T;
}

/** Options of `decodeFile`. */
export interface FileOptions {
  /** Kind and version that are used if the file has none. */
  readonly absent?: FileKind;
  /** False: unknown and repeated fields are ignored. Default: true. */
  readonly isStrict?: boolean;
}

/** Error about a file without a known kind, as older formats of it are. */
export class UnknownKindError extends Error {
  readonly apiVersion: string;
  readonly kind: string;

  /** `said`: the kind and the version of the file, or empty texts. */
  constructor(message: string, said: FileKind) {
    super(message);
    this.apiVersion = said.apiVersion;
    this.kind = said.kind;
  }
}

/** Returns one kind of a group in several versions; the type has the same name. */
export const kindsIn = (
  group: string,
  kind: string,
  table: string,
  versions: readonly string[] = ["v1alpha1", "v1beta1", "v1"],
): FileKinds =>
  Object.fromEntries(
    versions.map((version) => [`${group}/${version} ${kind}`, `${table}/${version}.${kind}`]),
  );

/**
 * Decodes a configuration file in JSON or YAML. Throws an Error with kube-apiserver's text about an unknown kind
 * (`UnknownKindError`), a value of a wrong type, and unknown or repeated fields.
 */
export function decodeFile<T>(text: string, kinds: FileKinds, options: FileOptions = {}): DecodedFile<T> {
  const { absent = { apiVersion: "", kind: "" }, isStrict = true } = options;
  const { value, literals, yamlComplaint } = readDocument(text);
  if (value !== null && !isJsonObject(value))
    throw new Error(`couldn't get version/kind; json parse error: ${noObjectProblem(value)}`);
  const root = value ?? {};
  const problem = typeMetaProblem(root);
  if (problem !== undefined) throw new Error(problem);
  const read = saidTexts(root);
  const said = { apiVersion: read.apiVersion || absent.apiVersion, kind: read.kind || absent.kind };
  const shape = builtinShape(typeOf(said, kinds, text));
  const json = yamlComplaint === undefined ? text : stringify(root);
  const decoded = decodeTyped(root, shape, undefined, literals);
  if (isStrict) {
    const complaints = [...(yamlComplaint ? [yamlComplaint] : []), ...strayFields(Buffer.from(json), shape)];
    if (complaints.length > 0) throw new Error(`strict decoding error: ${complaints.join(", ")}`);
  }
  return { ...said, value: filled<T>(decoded, shape) };
}

function typeOf(said: FileKind, kinds: FileKinds, text: string): string {
  const { apiVersion, kind } = said;
  if (apiVersion.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === "") throw new UnknownKindError(`Object 'Kind' is missing in '${text}'`, said);
  if (apiVersion === "") throw new UnknownKindError(`Object 'apiVersion' is missing in '${text}'`, said);
  const name = `${apiVersion} ${kind}`;
  if (Object.hasOwn(kinds, name) && kinds[name] !== undefined) return kinds[name];
  const scheme = 'in scheme "pkg/runtime/scheme.go:111"';
  const why = `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} ${scheme}`;
  throw new UnknownKindError(why, said);
}

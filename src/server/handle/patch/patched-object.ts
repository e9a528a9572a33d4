import { invalid, invalidObject } from "../../../api/field-error.ts";
import { formatGroupVersion, parseGroupVersion } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { quote } from "../../../api/quote.ts";
import { StatusError } from "../../../api/status.ts";
import { clone } from "../../../json/object.ts";
import { parseJson } from "../../../json/parse.ts";
import type { DecodeProblems, KindDefinition } from "../../../resources/kind.ts";
import { restoreUnstructured } from "../../../resources/machine/decode/restore-unstructured.ts";
import type { RequestContext } from "../../request-context.ts";
import type { KindLookup } from "../write/read-object.ts";
import { StrictProblems } from "../write/strict-problems.ts";
import type { FieldValidation } from "../write/write-options.ts";
import type { Change } from "./apply-change.ts";

export interface PatchInput {
  /** The version in which the object is patched. */
  readonly kind: KindDefinition;
  /** A custom resource: refusals read differently. */
  readonly custom: boolean;
  readonly change: Change;
  /** In that version. Not changed. */
  readonly live: KubeObject;
  readonly validation: FieldValidation;
  /** A patch may name any kind: it is then that one's object that is wrong. */
  readonly lookup: KindLookup;
}

/** The live object, changed, and read anew as a client's object would be. Problems become warnings, or refuse it. */
export function patchedObject(context: RequestContext, input: PatchInput): KubeObject {
  const { kind, change, live, validation } = input;
  // The patch shares what it leaves alone; decoding changes objects in place: hence a copy that nobody else has.
  const changed = change.apply(live);
  const value = clone(changed) as JsonObject;
  const quoted = (): string => change.quote(changed, live);
  const problems = new StrictProblems(change.problems, input.custom);
  assertSameKind(context, input, value, quoted);
  const object = decode(input, value, problems, quoted);
  report(context, problems.texts, validation, quoted);
  object.apiVersion = formatGroupVersion(kind);
  object.kind = kind.kind;
  kind.applyDefaults(object);
  return object;
}

/** What a patch takes away of both names comes from the URL. */
function assertSameKind(
  context: RequestContext,
  { kind, custom, lookup, validation }: PatchInput,
  value: JsonObject,
  quoted: () => string,
): void {
  const expected = formatGroupVersion(kind);
  if (custom) {
    assertSameVersion(context, kind, value, validation);
    return;
  }
  value.apiVersion ||= expected;
  value.kind ||= kind.kind;
  if (value.kind === kind.kind && value.apiVersion === expected) return;
  const { group, version } = parseGroupVersion(String(value.apiVersion));
  const other = lookup(group, version, String(value.kind));
  throw invalidPatch(
    quoted(),
    other === undefined
      ? `no kind ${quote(String(value.kind))} is registered for version ${quote(formatGroupVersion({ group, version }))} in scheme "pkg/runtime/scheme.go:111"`
      : otherKind(other, kind, value),
  );
}

/** What is wrong with an object of another kind: what its own decoder says, else that it is another one. */
function otherKind(other: KindDefinition, kind: KindDefinition, value: JsonObject): string {
  try {
    other.decode(clone(value) as JsonObject);
  } catch (error) {
    return (error as Error).message;
  }
  const internal = kind.group === "" ? "core" : kind.group.split(".")[0];
  return `converting (${other.version}.${other.kind}) to (${internal}.${kind.kind}): unknown conversion`;
}

/** Custom objects may be of any version until they are validated; another one has no schema that knows its fields. */
function assertSameVersion(
  context: RequestContext,
  kind: KindDefinition,
  value: JsonObject,
  validation: FieldValidation,
): void {
  const expected = formatGroupVersion(kind);
  const given = value.apiVersion;
  if (typeof given !== "string" || given === "" || given === expected || value.kind !== kind.kind) return;
  const strangers = Object.keys(value).filter((name) => !TYPE_FIELDS.has(name));
  if (validation !== "Ignore")
    for (const name of strangers) context.warnings.add(`unknown field ${quote(name)}`);
  const { name } = (value.metadata ?? {}) as { name?: string };
  throw invalidObject(kind, name ?? "", [invalid("apiVersion", given, `must be ${expected}`)]);
}

const TYPE_FIELDS = new Set(["apiVersion", "kind", "metadata"]);

function decode(
  input: PatchInput,
  value: JsonObject,
  problems: StrictProblems,
  quoted: () => string,
): KubeObject {
  try {
    return input.kind.decode(value, problems);
  } catch (error) {
    if (error instanceof StatusError) throw error;
    if (input.change.unstructured !== true)
      throw invalidPatch(quoted(), firstProblem(input, quoted(), error));
    problems.clear();
    return decodeRestored(input, problems, quoted);
  }
}

/** Of several problems the reference names the first in the text of what was patched. */
function firstProblem({ kind }: PatchInput, text: string, error: unknown): string {
  try {
    kind.decode(parseJson(text) as JsonObject);
  } catch (first) {
    return (first as Error).message;
  }
  return (error as Error).message;
}

function decodeRestored(
  { kind, change, live }: PatchInput,
  collect: DecodeProblems,
  quoted: () => string,
): KubeObject {
  const value = clone(change.apply(live)) as JsonObject;
  const problem = restoreUnstructured(value, kind.shape);
  if (problem !== undefined) throw invalidPatch(quoted(), problem);
  try {
    return kind.decode(value, collect);
  } catch (error) {
    throw error instanceof StatusError ? error : invalidPatch(quoted(), (error as Error).message);
  }
}

function report(
  context: RequestContext,
  problems: readonly string[],
  validation: FieldValidation,
  quoted: () => string,
): void {
  if (problems.length === 0 || validation === "Ignore") return;
  if (validation === "Strict") throw invalidPatch(quoted(), `strict decoding error: ${problems.join(", ")}`);
  for (const problem of problems) context.warnings.add(problem);
}

const invalidPatch = (quoted: string, why: string): StatusError =>
  invalidObject({ group: "", kind: "" }, "", [invalid("patch", quoted, why)]);

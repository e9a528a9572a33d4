import { formatGroupVersion, type GroupVersionKind } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { INTERNAL, notRegistered } from "../../../api/meta-kinds.ts";
import { unreadOf } from "../../../api/object/clone-object.ts";
import { compareKeyBytes, withAllKeysSorted } from "../../../api/object/key-order.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { sortedTypeMeta, typeMetaProblem } from "../../../api/object/type-meta.ts";
import { plainError, StatusError } from "../../../api/status.ts";
import { invalid, invalidObject } from "../../../api/validation/field-error.ts";
import { atOnce, type Steps } from "../../../async/steps.ts";
import { cannotUnmarshal } from "../../../json/cannot-unmarshal.ts";
import { getKey, setKey } from "../../../json/object.ts";
import { carryLiterals } from "../../../json/parse/number-literals.ts";
import { parseJson, parseJsonWithLiterals } from "../../../json/parse/parse.ts";
import { stringify } from "../../../json/stringify.ts";
import { isJsonObject, type JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { conversionProblem, internalGroup, isRegistered } from "../../../resources/scheme/scheme.ts";
import { ConversionError } from "../../../types/decode/decode-error.ts";
import type { DecodeProblems } from "../../../types/decode/decode-problems.ts";
import { restoreUnstructured } from "../../../types/decode/restore-unstructured.ts";
import type { RequestContext } from "../../request-context.ts";
import type { KindLookup } from "../write/body/body-kind.ts";
import { isSameKind, SaidKindError, saidKind, withDefaultKind } from "../write/body/stated-kind.ts";
import { StrictProblems } from "../write/body/strict-problems.ts";
import type { FieldValidation } from "../write/body/write-options.ts";
import { type Change, lazily } from "./apply-change.ts";
import { settleCustomType } from "./custom-type.ts";

/** A patch, and the object to which it is applied. */
export interface PatchInput {
  /** The version in which the object is patched. */
  readonly kind: KindDefinition;
  /** True if only the status of the result is used. */
  readonly isStatus: boolean;
  readonly change: Change;
  /** Live object in that version. Not changed. */
  readonly live: KubeObject;
  readonly validation: FieldValidation;
  /** Finds any kind: a patch may name another one, and then the object is invalid as that kind. */
  readonly lookup: KindLookup;
}

/** Result of a patch. */
export interface Patched {
  readonly object: KubeObject;
  /** True if the status was named as another kind or version: the reference cannot determine managers then. */
  readonly isUntracked: boolean;
}

/** Patches the live object, and decodes the result like a client's. Problems become warnings or refuse it. */
export function* patchSteps(context: RequestContext, input: PatchInput): Steps<Patched> {
  const { kind, change, live, validation } = input;
  const changed = yield* change.apply(live);
  if (context.trail !== undefined) context.trail.patched = changed;
  yield;
  const { value, kept } = unreadOf(live, changed);
  if (change.literals !== undefined) carryLiterals(change.literals, changed, value);
  yield;
  const quoted = lazily(() => change.quote(changed, live));
  const problems = new StrictProblems(change.problems, kind.custom === true || change.unstructured === true);
  const type = kind.custom ? settleCustom(context, input, value, problems, quoted) : "own";
  // Fields of another version that the own version does not have are no mistake of the client.
  const dropped = type === "own" ? problems : new StrictProblems([], true);
  yield;
  const named = kind.custom || change.unstructured ? kind : namedKind(input, value, quoted);
  const object =
    named === undefined
      ? internalObject(quoted(), problems)
      : yield* decode(input, named, value, dropped, quoted);
  yield;
  if (type === "own" && validation !== "Ignore") {
    const texts = yield* inGoOrder(input, named ?? kind, problems.texts, quoted);
    report(context, texts, validation, quoted);
  }
  yield;
  if (kept !== undefined) object.metadata.managedFields = kept;
  object.apiVersion = formatGroupVersion(kind);
  if (type !== "own" || !kind.custom) object.kind = kind.kind;
  kind.applyDefaults(object);
  return { object, isUntracked: type === "foreign" || (type !== "own" && dropped.texts.length > 0) };
}

const settleCustom = (
  context: RequestContext,
  { kind, isStatus, validation }: PatchInput,
  value: JsonObject,
  problems: StrictProblems,
  quoted: () => string,
): ReturnType<typeof settleCustomType> =>
  settleCustomType({
    kind,
    value,
    problems,
    isStatus,
    refuse: (why) => invalidPatch(quoted(), why),
    quoted,
    report() {
      if (validation !== "Ignore") report(context, problems.texts, validation, quoted);
    },
  });

/** Returns unknown fields in the order of the patched text. Those of FromUnstructured are sorted. */
function* inGoOrder(
  { kind, change: { problems, unstructured } }: PatchInput,
  named: KindDefinition,
  texts: readonly string[],
  quoted: () => string,
): Steps<readonly string[]> {
  if (kind.custom || texts.length < problems.length + 2) return texts;
  if (unstructured)
    return [...texts.slice(0, problems.length), ...texts.slice(problems.length).sort(compareKeyBytes)];
  const text = quoted();
  yield;
  const value = parseJson(text) as JsonObject;
  yield;
  const again = new StrictProblems(problems, false);
  named.decode(value, again);
  return again.texts.length === texts.length ? again.texts : texts;
}

/**
 * Returns the kind that decodes the patched object, which may name another version. Undefined: it names none;
 * the reference then decodes it into its internal form, whose field names no client uses.
 */
function namedKind(
  { kind, lookup }: PatchInput,
  value: JsonObject,
  quoted: () => string,
): KindDefinition | undefined {
  const internal = { group: internalGroup(kind.group), version: INTERNAL, kind: kind.kind };
  const gvk = readSaid(value, quoted);
  const actual = withDefaultKind(gvk, internal);
  if (isSameKind(actual, kind)) return kind;
  if (isSameKind(actual, internal) || isSameKind(actual, { ...internal, group: kind.group }))
    return undefined;
  if (actual.version === "") throw invalidPatch(quoted(), `Object 'apiVersion' is missing in '${quoted()}'`);
  if (!isRegistered(actual, kind.group)) throw invalidPatch(quoted(), notRegistered(actual));
  const other = lookup(actual.group, actual.version, actual.kind);
  const problem = conversionProblem(actual, kind) ?? oldScaleProblem(actual, value);
  if (problem === undefined) return other ?? kind;
  throw invalidPatch(quoted(), (other && ownProblem(other, value)) ?? problem);
}

/** Returns the problem of a Scale's selector, which is a map in older versions. */
function oldScaleProblem({ group, kind }: GroupVersionKind, { status }: JsonObject): string | undefined {
  if (kind !== "Scale" || group === "autoscaling") return undefined;
  if (!isJsonObject(status) || typeof status.selector !== "string") return undefined;
  return cannotUnmarshal("string", "map[string]string", "ScaleStatus.status.selector");
}

function readSaid(value: JsonObject, quoted: () => string): GroupVersionKind {
  try {
    return saidKind(sortedTypeMeta(value));
  } catch (error) {
    throw error instanceof SaidKindError ? invalidPatch(quoted(), saidProblem(quoted(), error)) : error;
  }
}

/** Returns the first of two problems in the order of the patched text, as the reference does. */
function saidProblem(text: string, { message }: SaidKindError): string {
  try {
    return typeMetaProblem(parseJson(text) as JsonObject) ?? message;
  } catch {
    return message;
  }
}

function ownProblem(other: KindDefinition, value: JsonObject): string | undefined {
  try {
    other.decode(copyWithNotes(value));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function internalObject(text: string, problems: StrictProblems): KubeObject {
  for (const name of Object.keys(parseJson(text) ?? {}))
    if (name !== "kind" && name !== "apiVersion") problems.unknown(name);
  return { metadata: {} };
}

function* decode(
  input: PatchInput,
  named: KindDefinition,
  value: JsonObject,
  problems: StrictProblems,
  quoted: () => string,
): Steps<KubeObject> {
  yield;
  try {
    const object = named.decode(value, problems, input.change.literals);
    sortChanged(object, input);
    return named === input.kind ? object : input.kind.fromHub(named.toHub(object));
  } catch (error) {
    if (error instanceof StatusError) throw error;
    yield;
    if (input.change.unstructured !== true) {
      const text = quoted();
      yield;
      throw invalidPatch(text, yield* firstProblem(input, text, error));
    }
    // A typed object is converted without a mention of the patch (handlers/patch.go, smpPatcher).
    if (error instanceof ConversionError) throw plainError(error.message);
    problems.clear();
    return decodeRestored(input, problems, quoted);
  }
}

/** Sorts the keys of changed values without a type: the reference keeps their order until a patch changes them. */
function sortChanged(object: KubeObject, { kind, live }: PatchInput): void {
  if (kind.custom) return;
  for (const { name, shape } of kind.shape.fields.values()) {
    if (shape.kind !== "any") continue;
    const value = getKey(object, name);
    if (value !== undefined && stringify(value) !== stringify(getKey(live, name) ?? null))
      setKey(object, name, withAllKeysSorted(value));
  }
}

/** Returns the first of several problems in the order of the patched text, as the reference does. */
function* firstProblem({ kind }: PatchInput, text: string, error: unknown): Steps<string> {
  try {
    const { value, literals } = parseJsonWithLiterals(text);
    yield;
    kind.decode(value as JsonObject, undefined, literals);
  } catch (first) {
    return messageOf(first);
  }
  return messageOf(error);
}

function decodeRestored(
  { kind, change, live }: PatchInput,
  collect: DecodeProblems,
  quoted: () => string,
): KubeObject {
  const value = copyWithNotes(atOnce(change.apply(live)));
  const problem = restoreUnstructured(value, kind.shape);
  if (problem !== undefined) throw invalidPatch(quoted(), problem);
  try {
    return kind.decode(value, collect);
  } catch (error) {
    throw error instanceof StatusError ? error : invalidPatch(quoted(), messageOf(error));
  }
}

function report(
  context: RequestContext,
  problems: readonly string[],
  validation: FieldValidation,
  quoted: () => string,
): void {
  if (problems.length === 0) return;
  if (validation === "Strict") throw invalidPatch(quoted(), `strict decoding error: ${problems.join(", ")}`);
  for (const problem of problems) context.warnings.add(problem);
}

const invalidPatch = (quoted: string, why: string): StatusError =>
  invalidObject({ group: "", kind: "" }, "", [invalid("patch", quoted, why)]);

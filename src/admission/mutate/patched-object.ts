import { formatGroupVersion, type GroupVersionKind, kindIn } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { copyAsText, unreadOf } from "../../api/object/clone-object.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { noObjectProblem, saidTexts, sortedTypeMeta, typeMetaProblem } from "../../api/object/type-meta.ts";
import type { Steps } from "../../async/steps.ts";
import { quote } from "../../go/quote.ts";
import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../json/value.ts";
import type { JsonPatch } from "../../patch/operation.ts";
import { isTraceable, patchedText } from "../../patch/patched-text.ts";
import type { AdmissionPorts } from "../ports.ts";
import { readCustom } from "./patched-custom.ts";

/** Limit of the bytes that all copies of one patch can add, as in kube-apiserver. */
export const COPY_LIMIT: number = 3 * 1024 * 1024;

interface PatchedOptions {
  /** Receives the problems with unknown fields. */
  readonly unknown?: ((problem: string) => void) | undefined;
  /** True if the patch may make an object of another built-in kind, which is then the result. */
  readonly mayBeAnother?: boolean;
  /** True if the patch was merged as a value, and not applied to the text of the object. */
  readonly isMerged?: boolean;
}

/**
 * Reads the result of a patch as an object of its kind. Throws an Error with the decoder's text, or because
 * the object is of another kind now. `patched` may share parts with `before`; the result does not.
 */
export function* readPatched(
  before: KubeObject,
  patched: Json,
  kind: GroupVersionKind,
  ports: AdmissionPorts,
  { unknown, mayBeAnother = false, isMerged = false }: PatchedOptions = {},
): Steps<KubeObject> {
  const custom = isCustom(kind, ports);
  if (!isJsonObject(patched))
    throw new Error(`couldn't get version/kind; json parse error: ${noObjectProblem(patched)}`);
  const copy = isMerged && custom ? copyWithNotes : copyAsText;
  // A custom resource has no types: its numbers and names are read again as a whole.
  const { value: own, kept, shared } = unreadOf(before, patched, { copy, shares: !custom });
  yield;
  const said = readTypeMeta(own);
  const object = custom
    ? readCustom({
        kind,
        before,
        patched,
        own,
        decode: (value) => ports.decode(value, kind, unknown),
      })
    : readTyped({ own, said }, kind, ports, { unknown, mayBeAnother });
  Object.assign(object, shared);
  if (kept !== undefined) object.metadata.managedFields = kept;
  // Decoding keeps an empty list for writes, which means that ownership is reset; Go does not print it.
  else if (object.metadata?.managedFields?.length === 0) delete object.metadata.managedFields;
  return object;
}

/**
 * Reads the result of a JSON patch. If there are several errors, the decoder's text names the one that is
 * first in kube-apiserver's text of the object; in it, the names in values that an operation went through are
 * sorted. Unknown fields are reported in the order of that text, and raw JSON that an operation went through
 * or assembled has the same order.
 */
export function* readJsonPatched(
  before: KubeObject,
  patched: Json,
  patch: JsonPatch,
  kind: GroupVersionKind,
  ports: AdmissionPorts,
  options: PatchedOptions = {},
): Steps<KubeObject> {
  const written = (): Json => parseJson(patchedText(ports.arrange?.(before) ?? before, patch.operations));
  // A patch with scalars whose text matters (`raw`) is excluded: parsing would lose their text.
  const isWritten = isTraceable(patch) && !patch.raw;
  if (isWritten && touchesRaw(patch, kind, ports))
    return yield* readPatched(before, written(), kind, ports, options);
  const found: string[] = [];
  const { unknown } = options;
  const noting =
    unknown === undefined ? options : { ...options, unknown: (text: string) => found.push(text) };
  try {
    const object = yield* readPatched(before, patched, kind, ports, noting);
    if (found.length > 1 && isWritten) {
      found.length = 0;
      yield* readPatched(before, written(), kind, ports, noting);
    }
    for (const problem of found) unknown?.(problem);
    return object;
  } catch (error) {
    if (isWritten) yield* readPatched(before, written(), kind, ports, options);
    throw error;
  }
}

/** True if an operation touches raw JSON. Custom resources have all their names sorted in any case. */
function touchesRaw(patch: JsonPatch, kind: GroupVersionKind, ports: AdmissionPorts): boolean {
  if (ports.leadsToRaw === undefined || isCustom(kind, ports)) return false;
  return patch.operations.some(
    (operation) =>
      isComparison(operation) ||
      ports.leadsToRaw?.(kind, String(operation?.path)) ||
      (operation?.from !== undefined && ports.leadsToRaw?.(kind, String(operation.from))),
  );
}

/** True if an operation compares a structure, which reads everything in it. */
const isComparison = (operation: JsonObject | null): boolean =>
  operation?.op === "test" && typeof operation.value === "object" && operation.value !== null;

/** True for custom resources. The kind that they state is checked when they are validated. */
export const isCustom = (kind: GroupVersionKind, { mutations }: AdmissionPorts): boolean =>
  mutations?.isCustom(kind) === true;

type Said = ReturnType<typeof saidTexts>;

function readTyped(
  { own, said }: { readonly own: JsonObject; readonly said: Said },
  kind: GroupVersionKind,
  ports: AdmissionPorts,
  { unknown, mayBeAnother }: PatchedOptions,
): KubeObject {
  const another = otherKind(said, kind);
  if (another !== undefined && !mayBeAnother) throw refusedKind(own, another, ports);
  return ports.decode(own, another ?? kind, unknown);
}

/**
 * Reads kind and version, which kube-apiserver does before it reads the rest (Interpret of the serializer).
 * Throws if they cannot be read.
 */
function readTypeMeta(patched: JsonObject): Said {
  const sorted = sortedTypeMeta(patched);
  const problem = typeMetaProblem(sorted);
  if (problem !== undefined) throw new Error(problem);
  const said = saidTexts(sorted);
  const { apiVersion: version } = said;
  if (version.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${version}`);
  return said;
}

/**
 * Returns the kind that a patch has made of the object, if it is another one. A missing kind or version
 * counts as unchanged.
 */
function otherKind({ apiVersion, kind }: Said, wanted: GroupVersionKind): GroupVersionKind | undefined {
  const own = formatGroupVersion(wanted);
  const actual = kindIn(apiVersion || own, kind || wanted.kind);
  return formatGroupVersion(actual) === own && actual.kind === wanted.kind ? undefined : actual;
}

/**
 * Error about a patch that made an object of another kind. The object is decoded as that kind first, and its
 * errors are thrown.
 */
function refusedKind(patched: JsonObject, actual: GroupVersionKind, ports: AdmissionPorts): Error {
  ports.decode(patched, actual);
  return new Error(
    `no kind ${quote(actual.kind)} is registered for version ${quote(formatGroupVersion(actual))} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

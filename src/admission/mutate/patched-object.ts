import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../api/group-version.ts";
import { isJsonObject, type Json, type JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { quote } from "../../api/quote.ts";
import type { Steps } from "../../api/steps.ts";
import { copyAsText, unreadOf } from "../../json/clone-object.ts";
import { copyWithNotes } from "../../json/notes.ts";
import { parseJson } from "../../json/parse.ts";
import type { JsonPatch } from "../../json/patch/operation.ts";
import { isTraceable, patchedText } from "../../json/patch/patched-text.ts";
import { noObjectProblem, saidTexts, sortedTypeMeta, typeMetaProblem } from "../../json/type-meta.ts";
import type { AdmissionPorts } from "../ports.ts";
import { readCustom } from "./patched-custom.ts";

/** What the reference lets all copies of one patch add. */
export const COPY_LIMIT: number = 3 * 1024 * 1024;

export interface PatchedOptions {
  /** Told of unknown fields. */
  readonly unknown?: ((problem: string) => void) | undefined;
  /** The patch may have made another built-in kind of it; then that is what comes. */
  readonly mayBeAnother?: boolean;
  /** The patch was merged as a value, and not applied to the text of the object. */
  readonly isMerged?: boolean;
}

/**
 * What a patch left of an object, read as an object of its kind. Throws an Error with the decoder's text, or because it is
 * of another kind now. `patched` may share with `before`; the result does not.
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
  const { value: own, kept } = unreadOf(before, patched, isMerged && custom ? copyWithNotes : copyAsText);
  yield;
  const said = readTypeMeta(own);
  const object = custom
    ? readCustom({
        kind,
        patched,
        own,
        isNew: before.metadata?.resourceVersion === undefined,
        decode: (value) => ports.decode(value, kind, unknown),
      })
    : readTyped({ own, said }, kind, ports, { unknown, mayBeAnother });
  if (kept !== undefined) object.metadata.managedFields = kept;
  // Decoding keeps an empty list for writes, where it is a wish to begin again; Go prints none.
  else if (object.metadata?.managedFields?.length === 0) delete object.metadata.managedFields;
  return object;
}

/**
 * The same of what a JSON patch left. Of several mistakes the decoder's text names that which stands first in the text
 * that the reference makes of the object, where names that an operation has passed are sorted. Unknown fields come in the
 * order of that text, too, and so does raw JSON that an operation has passed or put together.
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
  // Numbers that are read otherwise than they were written would be lost on this way.
  const isWritten = isTraceable(patch) && !patch.raw;
  if (isWritten && touchesRaw(patch, kind, ports))
    return yield* readPatched(before, written(), kind, ports, options);
  const found: string[] = [];
  const noting = { ...options, unknown: options.unknown && ((problem: string) => found.push(problem)) };
  try {
    const object = yield* readPatched(before, patched, kind, ports, noting);
    if (found.length > 1 && isWritten) {
      found.length = 0;
      yield* readPatched(before, written(), kind, ports, noting);
    }
    for (const problem of found) options.unknown?.(problem);
    return object;
  } catch (error) {
    if (isWritten) yield* readPatched(before, written(), kind, ports, options);
    throw error;
  }
}

/** Custom resources have all names sorted anyway. */
function touchesRaw(patch: JsonPatch, kind: GroupVersionKind, ports: AdmissionPorts): boolean {
  if (ports.leadsToRaw === undefined || isCustom(kind, ports)) return false;
  return patch.operations.some(
    (operation) =>
      isComparison(operation) ||
      ports.leadsToRaw?.(kind, String(operation?.path)) ||
      (operation?.from !== undefined && ports.leadsToRaw?.(kind, String(operation.from))),
  );
}

/** Comparing looks into all that is compared. */
const isComparison = (operation: JsonObject | null): boolean =>
  operation?.op === "test" && typeof operation.value === "object" && operation.value !== null;

/** What a custom resource says of its kind is looked at when it is validated. */
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

/** What the reference looks at before it reads the rest (the serializer's Interpret). Throws when it cannot be read. */
function readTypeMeta(patched: JsonObject): Said {
  const sorted = sortedTypeMeta(patched);
  const problem = typeMetaProblem(sorted);
  if (problem !== undefined) throw new Error(problem);
  const said = saidTexts(sorted);
  const { apiVersion: version } = said;
  if (version.split("/").length > 2) throw new Error(`unexpected GroupVersion string: ${version}`);
  return said;
}

/** The kind that a patch has made of the object, where it is another one; what is left out is filled in again. */
function otherKind({ apiVersion, kind }: Said, wanted: GroupVersionKind): GroupVersionKind | undefined {
  const own = formatGroupVersion(wanted);
  const actual = { ...parseGroupVersion(apiVersion || own), kind: kind || wanted.kind };
  return formatGroupVersion(actual) === own && actual.kind === wanted.kind ? undefined : actual;
}

/** A patch cannot make another kind of an object: it is read as one, and refused at the latest then. */
function refusedKind(patched: JsonObject, actual: GroupVersionKind, ports: AdmissionPorts): Error {
  ports.decode(patched, actual);
  return new Error(
    `no kind ${quote(actual.kind)} is registered for version ${quote(formatGroupVersion(actual))} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

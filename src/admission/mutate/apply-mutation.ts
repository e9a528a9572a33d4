import { messageOf } from "../../api/describe-error.ts";
import { formatGroupVersionKind, type GroupVersionKind, parseGroupVersion } from "../../api/group-version.ts";
import type { Json, JsonObject } from "../../api/json.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError, type StatusError } from "../../api/status.ts";
import type { Steps } from "../../api/steps.ts";
import { withAllKeysSorted } from "../../json/key-order.ts";
import { copyWithNotes } from "../../json/notes.ts";
import { patchingSteps } from "../../json/patch/apply.ts";
import { type JsonPatch, JsonPatchError, TestFailedError } from "../../json/patch/operation.ts";
import type { Invocation } from "../hook.ts";
import type { Evaluation } from "../hooks/policy/evaluate-mutation.ts";
import type { AdmissionPorts } from "../ports.ts";
import { COPY_LIMIT, isCustom, readJsonPatched, readPatched } from "./patched-object.ts";

export type Mutated =
  | { readonly kind: "object"; readonly object: KubeObject }
  /** failurePolicy decides. */
  | { readonly kind: "failed"; readonly message: string }
  /** Fails the request whatever the failurePolicy. */
  | { readonly kind: "error"; readonly error: StatusError };

/** Does to an object what a mutation wants; `own`: the request's own kind. Does not change the object. */
export function* applyMutation(
  evaluation: Exclude<Evaluation, { kind: "error" }>,
  object: KubeObject,
  invocation: Invocation,
  own: GroupVersionKind,
  ports: AdmissionPorts,
): Steps<Mutated> {
  const { kind } = invocation;
  const result =
    evaluation.kind === "patch"
      ? yield* patched(evaluation.patch, object, kind, ports)
      : yield* applied(evaluation, object, kind, ports);
  if (result.kind !== "object") return result;
  if (invocation.converted && !isCustom(kind, ports)) return inconvertible(kind, own);
  const { apiVersion = "", kind: name = "" } = result.object;
  // What a custom resource says of its kind is looked at when it is validated.
  const said = isCustom(kind, ports) ? kind : { ...parseGroupVersion(apiVersion), kind: name };
  if (result.object !== object) ports.applyDefaults(result.object, said);
  return result;
}

/** The reference converts what it made of a built-in object to the request's version, and knows no way there. */
const inconvertible = (from: GroupVersionKind, to: GroupVersionKind): Mutated =>
  failed(`converting (${goName(from)}) to (${goName(to)}): unknown conversion`);

const goName = ({ version, kind }: GroupVersionKind): string => `${version}.${kind}`;
const failed = (message: string): Mutated => ({ kind: "failed", message });
const textOf = (error: unknown): string => messageOf(error);

function* applied(
  { configuration }: Evaluation & { kind: "apply" },
  object: KubeObject,
  kind: GroupVersionKind,
  ports: AdmissionPorts,
): Steps<Mutated> {
  let merged: JsonObject;
  try {
    merged = yield* merge(configuration, object, ports);
  } catch (error) {
    return failed(`error applying patch: ${textOf(error)}`);
  }
  try {
    yield;
    return { kind: "object", object: withSortedFields(yield* readMerged(object, merged, kind, ports)) };
  } catch (error) {
    const text = `unable to convert unstructured object to ${formatGroupVersionKind(kind)}: ${textOf(error)}`;
    return failed(text);
  }
}

/** Merging reads who owns which fields as maps of Go, and these are written sorted. */
function withSortedFields(object: KubeObject): KubeObject {
  const { managedFields } = object.metadata;
  if (managedFields === undefined) return object;
  const sorted = managedFields.map(({ fieldsV1, ...entry }) =>
    fieldsV1 === undefined
      ? entry
      : { ...entry, fieldsV1: withAllKeysSorted(copyWithNotes(fieldsV1)) as JsonObject },
  );
  return { ...object, metadata: { ...object.metadata, managedFields: sorted } };
}

/** What was merged is no text: the type is more tolerant of it, and words what does not fit in its own way. */
function* readMerged(
  object: KubeObject,
  merged: JsonObject,
  kind: GroupVersionKind,
  ports: AdmissionPorts,
): Steps<KubeObject> {
  try {
    return yield* readPatched(object, merged, kind, ports, { isMerged: true });
  } catch {
    const value = copyWithNotes(merged);
    const problem = ports.mutations?.restore(value, kind);
    if (problem !== undefined) throw new Error(problem);
    return yield* readPatched(object, value, kind, ports, { isMerged: true });
  }
}

/** The configuration is of the object's own kind, whatever it says. */
function merge(
  configuration: JsonObject,
  object: KubeObject,
  { mutations }: AdmissionPorts,
): Steps<JsonObject> {
  if (mutations === undefined) throw new Error("this server has no types to merge by");
  const { apiVersion = "", kind = "" } = object;
  const complete = { ...configuration, apiVersion, kind };
  return mutations.applyConfiguration(object, complete, { ...parseGroupVersion(apiVersion), kind });
}

/** A test that fails leaves the object as it was; what cannot be read afterwards is an error of the server. */
function* patched(
  patch: JsonPatch,
  object: KubeObject,
  kind: GroupVersionKind,
  ports: AdmissionPorts,
): Steps<Mutated> {
  let result: Json;
  try {
    result = yield* patchingSteps(object, patch, { copyLimit: COPY_LIMIT });
  } catch (error) {
    if (error instanceof TestFailedError) return { kind: "object", object };
    if (error instanceof JsonPatchError) return failed(`JSON Patch: ${error.message}`);
    throw error;
  }
  try {
    const unknown: string[] = [];
    yield;
    const read = yield* readJsonPatched(object, result, patch, kind, ports, {
      unknown: (problem) => unknown.push(problem),
      mayBeAnother: true,
    });
    if (unknown.length > 0) throw new Error(`strict decoding error: ${unknown.join(", ")}`);
    return { kind: "object", object: read };
  } catch (error) {
    return { kind: "error", error: internalError(textOf(error), error) };
  }
}

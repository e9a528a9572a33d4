import { formatGroupVersionKind, type GroupVersionKind, kindIn } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { withAllKeysSorted } from "../../api/object/key-order.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { internalError, type StatusError } from "../../api/status.ts";
import type { Steps } from "../../async/steps.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { patchingSteps } from "../../patch/apply.ts";
import { type JsonPatch, JsonPatchError, TestFailedError } from "../../patch/operation.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Invocation } from "../hook.ts";
import type { Evaluation } from "../hooks/policy/evaluate-mutation.ts";
import type { AdmissionPorts } from "../ports.ts";
import { COPY_LIMIT, isCustom, readJsonPatched, readPatched } from "./patched-object.ts";

type Mutated =
  | { readonly kind: "object"; readonly object: KubeObject }
  /** The mutation failed; failurePolicy decides. */
  | { readonly kind: "failed"; readonly message: string }
  /** Fails the request with any failurePolicy. */
  | { readonly kind: "error"; readonly error: StatusError };

/** Applies the result of a mutation to an object; `own`: the request's own kind. Does not change the object. */
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
  // The kind that a custom resource states is checked when it is validated.
  const said = isCustom(kind, ports) ? kind : kindIn(apiVersion, name);
  if (result.object !== object) ports.applyDefaults(result.object, said);
  return result;
}

/**
 * Failure of a mutation in another version than the request's: kube-apiserver converts the changed built-in
 * object to the request's version, and has no conversion for it.
 */
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

/** Sorts the managed fields: kube-apiserver's merge reads them as maps of Go, which are written sorted. */
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

/** Reads a merged value. It is not read from text: the type accepts more of it, and has its own error texts. */
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

/** Merges a configuration, which always counts as of the object's own kind. */
function merge(
  configuration: JsonObject,
  object: KubeObject,
  { mutations }: AdmissionPorts,
): Steps<JsonObject> {
  if (mutations === undefined) throw new Error("this server has no types for apply configurations");
  const { apiVersion = "", kind = "" } = object;
  const complete = { ...configuration, apiVersion, kind };
  return mutations.applyConfiguration(object, complete, kindIn(apiVersion, kind));
}

/**
 * Applies a JSON patch. If a `test` operation fails, the object stays as it was. A result that cannot be read
 * is an internal error.
 */
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

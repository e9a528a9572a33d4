import { quote } from "../../api/field-error.ts";
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from "../../api/group-version.ts";
import { isJsonObject, type JsonObject } from "../../api/json.ts";
import type { KubeObject, ManagedFieldsEntry } from "../../api/meta.ts";
import { internalError } from "../../api/status.ts";
import { clone } from "../../json/object.ts";
import { applyJsonPatch } from "../../json/patch/apply.ts";
import { decodeJsonPatch } from "../../json/patch/decode.ts";
import type { JsonPatch } from "../../json/patch/operation.ts";
import type { WebhookHook } from "../hook.ts";
import { failed } from "../hooks/webhook/call-webhook.ts";
import { rejectionOf } from "../hooks/webhook/rejection.ts";
import type { ReviewResponse } from "../hooks/webhook/verify-review.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { CallOutcome } from "../verdict.ts";

export type Applied =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "patched";
      readonly patch: JsonPatch;
      readonly object: KubeObject;
      readonly changed: boolean;
    }
  | { readonly kind: "problem"; readonly outcome: CallOutcome };

const NOTHING: Applied = Object.freeze({ kind: "nothing" });
/** What the reference lets all copies of one patch add. */
const COPY_LIMIT = 3 * 1024 * 1024;

export interface PatchInput {
  readonly hook: WebhookHook;
  readonly response: ReviewResponse;
  /** The object as it was sent; null for DELETE. */
  readonly object: KubeObject | null;
  readonly kind: GroupVersionKind;
  readonly ports: AdmissionPorts;
  /** Whether the object is still the same, before defaults. */
  same(before: KubeObject, after: KubeObject): boolean;
}

/** admission.md 7.4: the patch of an allowing answer. Does not change the object that was sent. */
export function applyAnswer(input: PatchInput): Applied {
  const { hook, response, object } = input;
  if (response.patch === undefined) return NOTHING;
  const patch = decodePatch(hook, response.patch);
  if ("outcome" in patch) return { kind: "problem", outcome: patch.outcome };
  if (patch.operations.length === 0) return NOTHING;
  if (object === null) return refuse(unpatchable(hook));
  if (response.patchType !== "JSONPatch") return { kind: "problem", outcome: wrongType(hook, response) };
  try {
    return apply(input, object, patch);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error), error);
  }
}

function decodePatch(hook: WebhookHook, bytes: Uint8Array): JsonPatch | { readonly outcome: CallOutcome } {
  try {
    return decodeJsonPatch(bytes);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const reason = `received undecodable patch in webhook response: ${text}`;
    return { outcome: failed(hook, "patch", reason, 503) };
  }
}

const unpatchable = (hook: WebhookHook): string =>
  `admission webhook ${quote(hook.name)} attempted to modify the object, which is not supported for this operation`;

function wrongType(hook: WebhookHook, { patchType, status }: ReviewResponse): CallOutcome {
  const { code } = rejectionOf(hook.name, status);
  return failed(hook, "patch-type", `unsupported patch type ${quote(patchType)}`, code);
}

const refuse = (text: string, cause?: unknown): Applied => ({
  kind: "problem",
  outcome: { kind: "error", error: internalError(text, cause) },
});

function apply({ kind, ports, same }: PatchInput, before: KubeObject, patch: JsonPatch): Applied {
  const patched = applyJsonPatch(before, patch, { copyLimit: COPY_LIMIT });
  if (!isJsonObject(patched))
    throw new Error("json: cannot unmarshal array into Go value of type map[string]interface {}");
  // The patched value shares with the old one what did not change, and decoding may write into what it is given.
  const kept = keptManagedFields(before, patched);
  const own = clone(kept === undefined ? patched : withoutManagedFields(patched));
  const stranger = otherKind(own, kind);
  if (stranger !== undefined) throw refusedKind(own, stranger, ports);
  const object = ports.decode(own, kind);
  if (kept !== undefined) object.metadata.managedFields = kept;
  const changed = !same(before, object);
  ports.applyDefaults(object, kind);
  return { kind: "patched", patch, object, changed };
}

/** Those of before, where the patch did not touch them: half of the object that need not be read again. */
function keptManagedFields({ metadata }: KubeObject, patched: JsonObject): ManagedFieldsEntry[] | undefined {
  const now = isJsonObject(patched.metadata) ? patched.metadata.managedFields : undefined;
  const before = metadata?.managedFields;
  return before !== undefined && (now as unknown) === before ? before : undefined;
}

function withoutManagedFields(patched: JsonObject): JsonObject {
  const { managedFields: _managedFields, ...metadata } = patched.metadata as JsonObject;
  return { ...patched, metadata };
}

/** The kind that a patch has made of the object, where it is another one; what is left out is filled in again. */
function otherKind(patched: JsonObject, wanted: GroupVersionKind): GroupVersionKind | undefined {
  const { apiVersion, kind } = patched;
  const own = formatGroupVersion(wanted);
  const actual = {
    ...parseGroupVersion(typeof apiVersion === "string" && apiVersion !== "" ? apiVersion : own),
    kind: typeof kind === "string" && kind !== "" ? kind : wanted.kind,
  };
  return formatGroupVersion(actual) === own && actual.kind === wanted.kind ? undefined : actual;
}

/** A patch cannot make another kind of an object: it is read as one, and refused at the latest then. */
function refusedKind(patched: JsonObject, actual: GroupVersionKind, ports: AdmissionPorts): Error {
  ports.decode(patched, actual);
  return new Error(
    `no kind "${actual.kind}" is registered for version "${formatGroupVersion(actual)}" in scheme "pkg/runtime/scheme.go:111"`,
  );
}

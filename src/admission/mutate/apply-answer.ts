import { formatGroupVersion, type GroupVersionKind, kindIn } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { internalError } from "../../api/status.ts";
import type { Steps } from "../../async/steps.ts";
import { quote } from "../../go/quote.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { patchingSteps } from "../../patch/apply.ts";
import { decodeSteps } from "../../patch/decode.ts";
import type { JsonPatch } from "../../patch/operation.ts";
import { boundedText } from "../../report/bounded-text.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { WebhookHook } from "../hook.ts";
import { failed } from "../hooks/webhook/call-webhook.ts";
import { rejectionOf } from "../hooks/webhook/rejection.ts";
import type { ReviewResponse } from "../hooks/webhook/verify-review.ts";
import type { AdmissionPorts } from "../ports.ts";
import type { CallOutcome } from "../verdict.ts";
import { COPY_LIMIT, isCustom, readJsonPatched } from "./patched-object.ts";

/** Effect of a response on the object. `changed` is false if a patch had no effect. */
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

/** A response with a patch, and the object to which it is applied. */
export interface PatchInput {
  readonly hook: WebhookHook;
  readonly response: ReviewResponse;
  /** Object as it was sent; null for DELETE. */
  readonly object: KubeObject | null;
  readonly kind: GroupVersionKind;
  readonly ports: AdmissionPorts;
  /** True if the object is the same before defaults are set. */
  same(before: KubeObject, after: KubeObject): boolean;
}

/**
 * Applies the patch of a response that allows the request
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, callAttrMutatingHook). Does not change the
 * object that was sent.
 */
export function* applyAnswer(input: PatchInput): Steps<Applied> {
  const { hook, response, object } = input;
  if (response.patch === undefined) return NOTHING;
  const patch = yield* decodePatch(hook, response.patch);
  yield;
  if ("outcome" in patch) return { kind: "problem", outcome: patch.outcome };
  if (patch.operations.length === 0) return NOTHING;
  if (object === null) return refuse(unpatchable(hook));
  if (response.patchType !== "JSONPatch") return { kind: "problem", outcome: wrongType(hook, response) };
  try {
    return yield* apply(input, object, patch);
  } catch (error) {
    return refuse(messageOf(error));
  }
}

function* decodePatch(
  hook: WebhookHook,
  bytes: Uint8Array,
): Steps<JsonPatch | { readonly outcome: CallOutcome }> {
  try {
    return yield* decodeSteps(bytes);
  } catch (error) {
    const text = messageOf(error);
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

const refuse = (text: string): Applied => ({
  kind: "problem",
  outcome: { kind: "error", error: internalError(boundedText(text)) },
});

function* apply({ kind, ports, same }: PatchInput, before: KubeObject, patch: JsonPatch): Steps<Applied> {
  const patched = yield* patchingSteps(before, patch, { copyLimit: COPY_LIMIT });
  yield;
  const object = yield* readJsonPatched(before, patched, patch, kind, ports, { mayBeAnother: true });
  const custom = isCustom(kind, ports);
  const actual = custom ? kind : kindIn(object.apiVersion ?? "", object.kind ?? "");
  forgetTypeMeta(object, patched as JsonObject);
  yield;
  // A custom resource has fields without a type, so its values are compared as they came.
  const changed = custom ? !equal(before as JsonObject, patched) : !same(before, object);
  yield;
  ports.applyDefaults(object, actual);
  return { kind: "patched", patch, object: arrangedAs(actual, object, ports), changed };
}

/** Puts the members of an object into Go's order for its type, even if the object does not state its kind. */
function arrangedAs(actual: GroupVersionKind, object: KubeObject, { arrange }: AdmissionPorts): KubeObject {
  const { kind, apiVersion } = object;
  if (arrange === undefined || (kind !== undefined && apiVersion !== undefined)) return object;
  Object.assign(object, { kind: actual.kind, apiVersion: formatGroupVersion(actual) });
  const arranged = arrange(object);
  forgetTypeMeta(arranged, { kind, apiVersion });
  return arranged;
}

/** Removes kind and version again if the patch removed them: the next webhooks must not receive them either. */
function forgetTypeMeta(object: KubeObject, said: Readonly<Record<string, unknown>>): void {
  if (!said.kind) delete object.kind;
  if (!said.apiVersion) delete object.apiVersion;
}

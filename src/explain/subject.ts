import type { Attributes } from "../admission/attributes.ts";
import type { Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { admissionActivation } from "../cel/admission-variables.ts";
import type { Registry } from "../resources/registry.ts";
import type { Source, Sources } from "./sources.ts";

/** What an explanation is made of. */
export interface Subject {
  readonly verdict: Verdict;
  readonly attributes: Attributes;
  /** As the client sent it; null for DELETE and CONNECT. */
  readonly object: KubeObject | null;
  readonly registry: Registry;
  readonly sources: Sources;
}

/** What conditions saw. In the mutating phase that is the object as it was sent: what came in between is not kept. */
export function activationOf(
  { attributes, object, verdict }: Subject,
  phase: "mutating" | "validating",
): ReturnType<typeof admissionActivation> {
  const { kind, oldObject, name } = attributes;
  const seen = phase === "validating" && verdict.validated !== undefined ? verdict.validated : object;
  return admissionActivation({ attributes, kind, object: seen, oldObject, name }, undefined);
}

export const WEBHOOK_KINDS = {
  mutating: "MutatingWebhookConfiguration",
  validating: "ValidatingWebhookConfiguration",
} as const;

export const POLICY_KINDS = {
  mutating: "MutatingAdmissionPolicy",
  validating: "ValidatingAdmissionPolicy",
} as const;

/** Where a webhook stands in its configuration; the first place when nobody knows. */
export function indexOfWebhook(source: Source | undefined, name: string): number {
  const webhooks = source?.object.webhooks;
  if (!Array.isArray(webhooks)) return 0;
  return Math.max(
    0,
    webhooks.findIndex((one) => (one as { name?: unknown } | null)?.name === name),
  );
}

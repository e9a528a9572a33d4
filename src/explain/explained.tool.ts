import type { Json, JsonObject } from "../json/value.ts";
import type { Explanation, Step } from "./explanation.ts";
import type { RecordedAnswers } from "./offline/answers.ts";
import { explainOffline } from "./offline/explain-offline.ts";
import { parseManifests } from "./offline/manifests.ts";
import { type RequestFlags, requestSpec } from "./offline/request-spec.ts";

/** A request with the manifests around it, for tests. */
interface Case {
  /** Manifests in YAML; their places are lines of `hooks.yaml`. */
  readonly manifests: string;
  readonly object: JsonObject;
  /** The object before the request. */
  readonly old?: JsonObject;
  readonly flags?: RequestFlags;
  readonly answers?: RecordedAnswers;
  readonly asked?: string;
}

/** Explains a request to a control plane in memory. */
export async function explained({
  manifests,
  object,
  old,
  flags = {},
  answers,
  asked,
}: Case): Promise<Explanation> {
  return explainOffline({
    manifests: await parseManifests(manifests, "hooks.yaml"),
    request: requestSpec(object, old ?? null, flags),
    ...(answers !== undefined && { answers }),
    ...(asked !== undefined && { asked }),
  });
}

/** The steps of the webhook or policy of this name, in order. */
export const stepsOf = (name: string, { steps }: Explanation): Exclude<Step, { kind: "plugin" }>[] =>
  steps.flatMap((step) => (step.kind !== "plugin" && step.name === name ? [step] : []));

/** Fields of the webhook that `webhookManifest` makes; `more` are further ones in YAML. */
interface WebhookFields {
  readonly kind?: "Mutating" | "Validating";
  readonly operations?: string;
  /** Default: the core group. */
  readonly group?: string;
  readonly resources?: string;
  readonly more?: string;
}

/**
 * A configuration in YAML with one webhook, whose name is that of the configuration with `.example.com`. Default: a mutating
 * webhook for the creation of secrets.
 */
export const webhookManifest = (
  name: string,
  {
    kind = "Mutating",
    operations = "CREATE",
    group = "",
    resources = "secrets",
    more = "",
  }: WebhookFields = {},
): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ${kind}WebhookConfiguration
metadata: { name: ${name} }
webhooks:
  - name: ${name}.example.com
    clientConfig: { url: "https://127.0.0.1:9/" }
    rules: [{ apiGroups: ["${group}"], apiVersions: [v1], operations: [${operations}], resources: ["${resources}"] }]
    sideEffects: None
    admissionReviewVersions: [v1]
    ${more}
---
`;

/** An answer that adds a value to the object. */
export const adding = (path: string, value: Json) => ({ allowed: true, patch: [{ op: "add", path, value }] });

import type { JsonObject } from "../json/value.ts";
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

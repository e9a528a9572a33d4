import type { Attributes } from "../admission/attributes.ts";
import type { Verdict } from "../admission/verdict.ts";
import { record } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { Question } from "./filters/question.ts";
import type { Source } from "./sources.ts";
import type { World } from "./world.ts";

/** What the steps of an explanation are made of. */
export interface Subject {
  readonly verdict: Verdict;
  readonly attributes: Attributes;
  /** As the client sent it; null for DELETE and CONNECT. */
  readonly object: KubeObject | null;
  readonly world: World;
  /** Who ended the request before everybody was asked; undefined: nobody did. */
  readonly ender: Ender | undefined;
}

/** Who or what ended a request. */
export interface Ender {
  /** `webhook a.example.com of MutatingWebhookConfiguration/a`, `the plugin PodSecurity`, `the server's own validation`. */
  readonly who: string;
  readonly message: string;
  readonly phase: "mutating" | "between" | "validating";
  /** Its time was over: somebody may have been asked just then. */
  readonly isTime?: boolean;
  /** Of a webhook: its name and configuration. */
  readonly of?: { readonly configuration: string; readonly name: string };
}

/** The request as filters of a phase see it. `seen`: the object as it was then. */
export function questionOf(
  { attributes, object, verdict, world }: Subject,
  phase: "mutating" | "validating",
  seen?: KubeObject | null,
): Question {
  const { oldObject, namespace } = attributes;
  const then = phase === "validating" ? (verdict.validated ?? verdict.received) : verdict.received;
  const labels = world.namespace(namespace)?.metadata.labels;
  const namespaceLabels = world.namespace(namespace) === undefined ? undefined : (labels ?? {});
  const shown = seen === undefined ? (then === undefined ? object : then) : seen;
  const name = attributes.name || (shown ?? oldObject)?.metadata?.name || "";
  const { registry, evaluate } = world;
  return {
    attributes,
    object: shown,
    oldObject,
    name: phase === "validating" || attributes.operation !== "CREATE" ? name : attributes.name,
    namespaceLabels,
    registry,
    evaluate,
  };
}

/** Where a webhook stands in its configuration; the first place when nobody knows. */
export function indexOfWebhook(source: Pick<Source, "object"> | undefined, name: string): number {
  const webhooks = source?.object.webhooks;
  if (!Array.isArray(webhooks)) return 0;
  return Math.max(
    0,
    webhooks.findIndex((one) => record(one).name === name),
  );
}

import type { Attributes } from "../admission/attributes.ts";
import type { HookLine, Verdict } from "../admission/verdict.ts";
import type { KubeObject } from "../api/meta.ts";
import { record } from "../json/value.ts";
import type { Question } from "./filters/matcher.ts";
import { decidesPolicies, labelChange, laterLabelChange } from "./label-changes.ts";
import type { Source } from "./sources.ts";
import type { World } from "./world.ts";

/** Input for the steps of an explanation. */
export interface Subject {
  readonly verdict: Verdict;
  readonly attributes: Attributes;
  /** The object as the client sent it; null for DELETE and CONNECT. */
  readonly object: KubeObject | null;
  readonly world: World;
  /** Component that ended the request before all hooks were called; undefined if there is none. */
  readonly ender: Ender | undefined;
}

/** The component or event that ended a request. */
export interface Ender {
  /** `webhook a.example.com of MutatingWebhookConfiguration/a`, `the plugin PodSecurity`, `the server's own validation`. */
  readonly who: string;
  readonly message: string;
  readonly phase: "mutating" | "between" | "validating";
  /** True if the request timed out: a webhook may have been called at that moment. */
  readonly isTime?: boolean;
  /** Name and configuration, if it is a webhook. */
  readonly of?: { readonly configuration: string; readonly name: string };
}

/**
 * Returns the request as filters of a phase see it. `seen` is the object at that point; `line` is that of a mutating
 * webhook.
 */
export function questionOf(
  { attributes, object, verdict, world }: Subject,
  phase: "mutating" | "validating",
  seen?: KubeObject | null,
  line?: HookLine,
): Question {
  const { oldObject, namespace } = attributes;
  const then = phase === "validating" ? (verdict.validated ?? verdict.received) : verdict.received;
  const found = world.namespace(namespace);
  const { labels = {}, annotations } = found?.metadata ?? {};
  const shown = seen === undefined ? (then === undefined ? object : then) : seen;
  const isNamedLater = phase === "validating" && attributes.operation === "CREATE";
  const { registry, evaluate } = world;
  return {
    attributes,
    object: shown,
    oldObject,
    name: attributes.name || (isNamedLater ? (shown?.metadata?.name ?? "") : ""),
    namespaceLabels: found && labels,
    ...(annotations && { namespaceAnnotations: annotations }),
    labelChange: (key) => labelChange(key, verdict, line),
    labelDecides: (key) => decidesPolicies(key, verdict),
    laterLabelChange: (key) => line && laterLabelChange(key, verdict, line),
    registry,
    evaluate,
  };
}

/** Returns the index of a webhook in its configuration; 0 if it is not known. */
export function indexOfWebhook(source: Pick<Source, "object"> | undefined, name: string): number {
  const webhooks = source?.object.webhooks;
  if (!Array.isArray(webhooks)) return 0;
  return Math.max(
    0,
    webhooks.findIndex((one) => record(one).name === name),
  );
}

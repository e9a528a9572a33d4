import { forbidden, internalError, type StatusError } from "../../api/status.ts";
import { aggregate } from "../../api/validation/field-error.ts";
import type { ConditionResult, EvaluateConditions } from "../../cel/kubernetes/match-conditions.ts";
import type { Json } from "../../json/value.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { Attributes } from "../attributes.ts";
import type { Invocation } from "../hook.ts";
import type { RequestObjects, VersionedPair } from "../versioned.ts";
import { type Candidate, invocationOf } from "./candidates.ts";
import {
  type NamespaceLabels,
  namespaceSelectorAdmits,
  objectSelectorAdmits,
  type SelectorAnswer,
} from "./selectors.ts";

/** Reason why a hook was not called. `saw` is the value that the filter was evaluated on. */
export interface Filter {
  readonly kind:
    | "rules"
    | "namespaceSelector"
    | "objectSelector"
    | "matchConditions"
    | "reinvocation"
    | "params"
    | "exempt";
  readonly saw: Json;
}

/** Whether a webhook is called, and which filter was against it. */
export type Match =
  | { readonly kind: "call"; readonly invocation: Invocation; readonly conditions?: ConditionResult }
  | { readonly kind: "skip"; readonly filter: Filter; readonly conditions?: ConditionResult }
  | { readonly kind: "error"; readonly error: StatusError; readonly conditions?: ConditionResult };

/** A request as matching needs it. */
export interface MatchInput {
  readonly attributes: Attributes;
  readonly name: string;
  readonly evaluateConditions: EvaluateConditions;
  readonly namespaceLabels: NamespaceLabels;
  readonly objects: RequestObjects;
}

/**
 * Evaluates a hook whose rules match: the namespace selector, the object selector, then the conditions
 * (apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook).
 */
export function shouldCall(candidate: Candidate, input: MatchInput): Match | Promise<Match> {
  const { attributes, objects, namespaceLabels } = input;
  const { namespaceSelector } = candidate.hook;
  const answer = namespaceSelectorAdmits(namespaceSelector, attributes, objects.object.seen, namespaceLabels);
  return answer instanceof Promise
    ? answer.then((a) => afterNamespace(candidate, input, a))
    : afterNamespace(candidate, input, answer);
}

function afterNamespace(
  candidate: Candidate,
  input: MatchInput,
  namespace: SelectorAnswer,
): Match | Promise<Match> {
  if (namespace.kind === "no")
    return { kind: "skip", filter: { kind: "namespaceSelector", saw: namespace.saw } };
  const { attributes, objects } = input;
  const { objectSelector, conditions } = candidate.hook;
  const object = objectSelectorAdmits(objectSelector, objects.object.seen, attributes.oldObject);
  if (object.kind === "no") return { kind: "skip", filter: { kind: "objectSelector", saw: object.saw } };
  if (candidate.error) return { kind: "error", error: candidate.error };
  if (namespace.kind === "error") return { kind: "error", error: namespace.error };
  if (object.kind === "error") return { kind: "error", error: object.error };
  const invocation = invocationOf(candidate, attributes);
  if (conditions.length === 0) return { kind: "call", invocation };
  const ready = objects.ready(invocation.kind);
  return ready === undefined
    ? conditionsAdmit(candidate, input, invocation)
    : ready.then(() => conditionsAdmit(candidate, input, invocation));
}

function conditionsAdmit({ hook }: Candidate, input: MatchInput, invocation: Invocation): Match {
  let objects: VersionedPair;
  try {
    objects = input.objects.in(invocation.kind);
  } catch (error) {
    return { kind: "error", error: conversionError(error) };
  }
  const conditions = input.evaluateConditions(hook.conditions, {
    attributes: input.attributes,
    kind: invocation.kind,
    object: objects.object?.object ?? null,
    oldObject: objects.oldObject?.object ?? null,
    name: input.name,
  });
  if (conditions.kind === "match") return { kind: "call", invocation, conditions };
  if (conditions.kind === "exclude")
    return { kind: "skip", conditions, filter: { kind: "matchConditions", saw: conditions.condition } };
  return failedConditions(hook.failurePolicy, conditions, input);
}

function failedConditions(
  policy: "Fail" | "Ignore",
  conditions: ConditionResult & { kind: "error" },
  { attributes, name }: MatchInput,
): Match {
  const text = aggregate(conditions.messages);
  if (policy === "Ignore")
    return { kind: "skip", conditions, filter: { kind: "matchConditions", saw: text } };
  return { kind: "error", conditions, error: forbidden(attributes.resource, name, text) };
}

/**
 * Wraps any error, an API status too, in a 500 with one more prefix
 * (apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook).
 */
export const conversionError = (error: unknown): StatusError => internalError(messageOf(error), error);

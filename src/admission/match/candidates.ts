import { internalError, type StatusError } from "../../api/status.ts";
import type { Attributes } from "../attributes.ts";
import type { Invocation, WebhookHook } from "../hook.ts";
import { type CandidateList, labelsNeededBy, mayTakeLabels } from "./candidate-list.ts";
import type { LabelQuestions } from "./candidate-part.ts";
import { type Kinds, type RuleSubject, waysThrough } from "./rules.ts";

/** A hook with a rule for the request. Selectors and conditions still decide if it is called. */
export interface Candidate {
  readonly hook: WebhookHook;
  /** Absent: the request's own resource and kind. */
  readonly invocation: Invocation | undefined;
  /** Error about a matched resource without a known kind: the request fails if the selectors admit it. */
  readonly error: StatusError | undefined;
}

/** Webhooks that may match, each with the resource and kind that its rule matches. */
export type WebhookCandidates = CandidateList<WebhookHook, Candidate>;

export const WEBHOOK_LABELS: LabelQuestions<Candidate> = {
  mayTakeNamespace: ({ hook }, labels) => mayTakeLabels(hook.namespaceSelector, labels),
  neededLabels: ({ hook }) => labelsNeededBy(hook.objectSelector),
};

/** Returns the webhook if one of its rules matches the request. */
export function candidateOf(hook: WebhookHook, subject: RuleSubject, kinds: Kinds): Candidate | undefined {
  const [way] = waysThrough(hook.rules, hook.equivalent, subject, kinds);
  if (way === undefined) return undefined;
  const { invocation, problem } = way;
  return { hook, invocation, error: problem === undefined ? undefined : internalError(problem) };
}

/** The resource and kind that the webhook sees: those of its rule, or else those of the request. */
export const invocationOf = ({ invocation }: Candidate, attributes: Attributes): Invocation =>
  invocation ?? ownInvocation(attributes);

/** The resource and kind of the request itself, without a conversion. */
export const ownInvocation = ({ resource, kind }: Attributes): Invocation => ({
  resource,
  kind,
  converted: false,
});

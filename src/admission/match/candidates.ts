import { formatGroupVersionResource } from "../../api/group-version.ts";
import { internalError, type StatusError } from "../../api/status.ts";
import type { Attributes } from "../attributes.ts";
import type { Invocation, WebhookHook } from "../hook.ts";
import type { AdmissionPorts } from "../ports.ts";
import { type CandidateList, labelsNeededBy, mayTakeLabels } from "./candidate-list.ts";
import type { LabelQuestions } from "./candidate-part.ts";
import { type RuleSubject, ruleMatches } from "./rules.ts";

/** A hook with a rule for the request. Selectors and conditions still decide if it is called. */
export interface Candidate {
  readonly hook: WebhookHook;
  /** Absent: the request's own resource and kind. */
  readonly invocation: Invocation | undefined;
  /** Error about a matched resource without a known kind: the request fails if the selectors admit it. */
  readonly error: StatusError | undefined;
}

type Kinds = Pick<AdmissionPorts, "equivalentsOf" | "kindFor">;

/** Webhooks that may match, each with the resource and kind that its rule matches. */
export type WebhookCandidates = CandidateList<WebhookHook, Candidate>;

export const WEBHOOK_LABELS: LabelQuestions<Candidate> = {
  mayTakeNamespace: ({ hook }, labels) => mayTakeLabels(hook.namespaceSelector, labels),
  neededLabels: ({ hook }) => labelsNeededBy(hook.objectSelector),
};

/**
 * Evaluates the rules: an exact match anywhere in the list has precedence over an equivalent one
 * (apiserver/pkg/admission/plugin/webhook/generic/webhook.go, ShouldCallHook).
 */
export function candidateOf(hook: WebhookHook, subject: RuleSubject, kinds: Kinds): Candidate | undefined {
  if (hook.rules.some((rule) => ruleMatches(rule, subject))) {
    return { hook, invocation: undefined, error: undefined };
  }
  return hook.equivalent ? equivalentCandidate(hook, subject, kinds) : undefined;
}

function equivalentCandidate(hook: WebhookHook, subject: RuleSubject, kinds: Kinds): Candidate | undefined {
  const { resource: own, subresource } = subject;
  const others = kinds
    .equivalentsOf(own, subresource)
    .filter((e) => e.group !== own.group || e.version !== own.version || e.resource !== own.resource);
  for (const rule of hook.rules) {
    const resource = others.find((other) => ruleMatches(rule, { ...subject, resource: other }));
    if (resource === undefined) continue;
    const kind = kinds.kindFor(resource, subresource);
    if (kind !== undefined)
      return { hook, invocation: { resource, kind, converted: true }, error: undefined };
    const text = `unable to convert to ${formatGroupVersionResource(resource)}: unknown kind`;
    return { hook, invocation: undefined, error: internalError(text) };
  }
  return undefined;
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

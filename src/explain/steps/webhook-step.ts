import type { WebhookHook } from "../../admission/hook.ts";
import { isExempt } from "../../admission/match/exempt.ts";
import { ruleMatches } from "../../admission/match/rules.ts";
import { placeOf } from "../../admission/place-of.ts";
import type { CallLine, HookLine } from "../../admission/verdict.ts";
import { isVirtual } from "../../api/virtual-resources.ts";
import type { JsonObject } from "../../json/value.ts";
import { excludedFromWebhooks } from "../../resources/kinds/admissionregistration/shared/registration-warnings.ts";
import { causeOf, withoutCalls } from "../changes/causes-of.ts";
import type { Cause, CauseCode, ExplainedCall, WebhookStep } from "../explanation.ts";
import { failuresOf } from "../filters/failures-of.ts";
import { webhookMatcher } from "../filters/matcher.ts";
import { isDead } from "../filters/never-matches.ts";
import { type Ender, questionOf, type Subject } from "../subject.ts";
import { callCause } from "./call-cause.ts";
import {
  answerOf,
  causeMaker,
  choice,
  type Explained,
  type MakeCause,
  mistake,
  type Reason,
} from "./explained.ts";
import { type WebhookOwner, webhookOwner } from "./owners.ts";
import { changedAfter, isChangedByPlugins, notAgain } from "./reinvocation.ts";

/**
 * Returns the step of one webhook in one round. `line` is the record of the engine; undefined if the engine
 * did not check this webhook.
 */
export function webhookStep(
  hook: WebhookHook,
  line: HookLine | undefined,
  round: 0 | 1,
  subject: Subject,
): Explained<WebhookStep> {
  const call = line?.call;
  const owner = webhookOwner(hook, subject.world);
  const reason =
    call === undefined
      ? notCalled(hook, line, owner, subject)
      : callCause(hook, call, owner, subject, line?.object);
  const step: WebhookStep = {
    kind: "webhook",
    name: hook.name,
    configuration: hook.configuration,
    ...(hook.file !== undefined && { file: hook.file }),
    phase: hook.phase,
    round,
    called: call !== undefined && call.attempts > 0,
    ...(reason && { why: reason.cause }),
    ...(call && { call: explainedCall(hook, call) }),
  };
  const refused = line?.error !== undefined || (call !== undefined && isRefusal(call));
  return { step, finding: reason?.isMistake ? reason.cause : undefined, refused };
}

const isRefusal = ({ outcome }: CallLine): boolean =>
  outcome.kind === "failed" ? !outcome.ignored : outcome.kind !== "allowed";

function notCalled(
  hook: WebhookHook,
  line: HookLine | undefined,
  owner: WebhookOwner,
  subject: Subject,
): Reason | undefined {
  const make = causeMaker(owner, subject.world.sources);
  if (isExempt(subject.attributes, subject.verdict.plan.excludeVirtualResources, hook))
    return exempt(hook, subject, make);
  if (line?.filter?.kind === "reinvocation") {
    const { reinvocationPolicy: policy, configuration } = hook;
    const at = (message: string): Cause => make("reinvocation", message, ["reinvocationPolicy"], policy);
    const { verdict } = subject;
    const wasCalled = verdict.hooks.some(
      ({ hook: other, round, call }) => other === hook && round === 0 && call !== undefined,
    );
    const isChanged = changedAfter(verdict, line);
    const isChangeable = owner.path.length > 0 && configuration !== "";
    const isOwnOnly = policy !== "IfNeeded" && isChangedByPlugins(verdict, line);
    return notAgain({ policy, wasCalled, isChanged, isChangeable, isOwnOnly }, "called", at);
  }
  const own = ownFilters(hook, line, owner, subject);
  const { ender } = subject;
  if (line === undefined && own === undefined && ender?.isTime && isUnderWay(hook, subject))
    return mistake(
      make("timeout", "it was being asked when the time of the request was over", ["timeoutSeconds"]),
    );
  if (line === undefined && ender !== undefined && isAfter(hook, ender, own, subject))
    return choice(notReached(ender, own?.cause, make));
  if (own !== undefined) return own;
  if (line?.error !== undefined) return mistake(make("refused", line.error.message, []));
  if (line?.filter !== undefined)
    return choice(make("rules", `its ${line.filter.kind} left it out`, [], line.filter.saw));
  return choice(make("not-reached", "not asked: the request ended before", []));
}

function exempt({ rules }: WebhookHook, { attributes: { resource } }: Subject, make: MakeCause): Reason {
  if (isVirtual(resource.group, resource.resource)) {
    const isNamed = rules.some((rule) => excludedFromWebhooks(rule).length > 0);
    const message = "reviews of tokens and of access are never sent to webhooks since Kubernetes 1.37";
    return { cause: make("exempt", message, ["rules"]), isMistake: isNamed };
  }
  const isMeant = rules.some(({ apiGroups }) => apiGroups.includes("admissionregistration.k8s.io"));
  const message = "configurations and policies of admission are never sent to webhooks";
  return { cause: make("exempt", message, ["rules"]), isMistake: isMeant };
}

/** Returns the result of the webhook's own filters, marked as a mistake if it is one. */
function ownFilters(
  hook: WebhookHook,
  line: HookLine | undefined,
  owner: WebhookOwner,
  subject: Subject,
): Reason | undefined {
  const { world } = subject;
  const question = questionOf(subject, hook.phase, line?.object, line);
  const index = Number(owner.path[1]);
  const failures = failuresOf(webhookMatcher(hook, index), question, owner.stored, line);
  const cause = causeOf(failures, { owner, question, sources: world.sources });
  const [first] = failures;
  if (cause === undefined || first === undefined) return undefined;
  const isMeant = first.code === "exact-version" && hasSibling(hook, subject);
  const isAmongOthers = failures.length > 1 && SELECTORS.has(first.code);
  const isHopeless = PARTS.has(first.code) && isDead(hook, world.registry);
  // An annotation instead of a label matters only if the webhook would be called with the label.
  const mistake = failures.find(
    ({ isMistake, code, label }) =>
      isMistake && !(code === "exact-version" && isMeant) && !(label !== undefined && failures.length > 1),
  );
  return {
    cause,
    isMistake: (mistake !== undefined && !(isMeant && !isHopeless)) || (isHopeless && !isAmongOthers),
  };
}

const SELECTORS: ReadonlySet<CauseCode> = new Set(["namespace-selector", "object-selector"]);
/** Causes of a rule in which only one part does not match. */
const PARTS: ReadonlySet<CauseCode> = new Set(["group", "version", "scope"]);

/**
 * True if another webhook of the same configuration matches the request, as in configurations that have one
 * webhook for each version.
 */
function hasSibling(
  { phase, configuration }: WebhookHook,
  { verdict: { plan }, attributes }: Subject,
): boolean {
  return plan[phase].some(
    (other) =>
      other.configuration === configuration && other.rules.some((rule) => ruleMatches(rule, attributes)),
  );
}

/**
 * True if the request ended before this webhook was checked. Mutating webhooks are checked one after another;
 * validating ones are all checked before the first call, and those without a matching rule have no line.
 */
function isAfter(hook: WebhookHook, ender: Ender, own: Reason | undefined, { verdict }: Subject): boolean {
  const { plan, plugins } = verdict;
  const phase = hook.phase === "mutating" ? "admit" : "validate";
  const ran = plugins.some((line) => line.kind === "webhook" && line.phase === phase);
  if (!ran) return true;
  if (hook.phase === "validating") return own === undefined;
  const index = plan.mutating.findIndex(
    ({ name, configuration }) => name === ender.of?.name && configuration === ender.of.configuration,
  );
  return index >= 0 && placeOf(hook, plan.mutating) > index;
}

/**
 * True if this webhook was being called when the request ended. Mutating webhooks are called one at a time,
 * validating ones in parallel.
 */
function isUnderWay(hook: WebhookHook, subject: Subject): boolean {
  const { plan, plugins, hooks } = subject.verdict;
  const phase = hook.phase === "mutating" ? "admit" : "validate";
  const chain = plan.chain[phase][subject.attributes.operation];
  const ran = plugins.filter((line) => line.phase === phase && line.round === 0).length;
  const stage = chain[ran];
  if (stage?.kind !== "webhooks" || stage.phase !== hook.phase) return false;
  if (hook.phase === "validating") return true;
  const first = plan.mutating.find(
    (one) =>
      !hooks.some((line) => line.hook === one) &&
      ownFilters(one, undefined, webhookOwner(one, subject.world), subject) === undefined,
  );
  return first === hook;
}

function notReached(ender: Ender, own: Cause | undefined, make: MakeCause): Cause {
  const own_ =
    own === undefined
      ? "; its own filters admit the request"
      : "; its own filters would have left it out, too";
  const message = `not asked: ${ender.who} ${ender.message}${own_}`;
  const cause = make("not-reached", message, []);
  return own === undefined ? cause : { ...cause, also: [own, ...(own.also ?? [])].map(withoutCalls) };
}

function explainedCall(hook: WebhookHook, call: CallLine): ExplainedCall {
  const { outcome } = call;
  return {
    ...answerOf(outcome),
    failurePolicy: hook.failurePolicy,
    ignored: outcome.kind === "failed" && outcome.ignored,
    milliseconds: call.milliseconds,
    budgetMilliseconds: call.budget,
    remainingMilliseconds: call.remaining ?? null,
    attempts: call.attempts,
    uid: call.uid,
    patch: (call.patch?.operations ?? []) as unknown as JsonObject[],
    changed: call.changed,
    warnings: call.warnings,
    auditAnnotations: call.auditAnnotations,
  };
}

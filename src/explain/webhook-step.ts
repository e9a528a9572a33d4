import type { WebhookHook } from "../admission/hook.ts";
import { ruleMatches } from "../admission/match/rules.ts";
import type { CallLine, HookLine } from "../admission/verdict.ts";
import type { Json, JsonObject } from "../api/json.ts";
import type { Cause, CauseCode, ExplainedCall, WebhookStep } from "./explanation.ts";
import { isDead } from "./never-matches.ts";
import { ruleCause } from "./rule-cause.ts";
import { selectorCause } from "./selector-cause.ts";
import { type Path, placeIn } from "./sources.ts";
import { activationOf, indexOfWebhook, type Subject, WEBHOOK_KINDS } from "./subject.ts";
import { valuesSeen } from "./values-seen.ts";

/** A step, and whether its cause is a mistake that nobody would make on purpose. */
export interface Explained<S> {
  readonly step: S;
  readonly finding: Cause | undefined;
  /** It is why the request was refused: that is said first. */
  readonly refused: boolean;
}

export function webhookStep(line: HookLine, subject: Subject): Explained<WebhookStep> {
  const { hook, call } = line;
  const reason = call === undefined ? notCalled(line, subject) : failedCall(line, call, subject);
  const step: WebhookStep = {
    kind: "webhook",
    name: hook.name,
    configuration: hook.configuration,
    phase: hook.phase,
    round: line.round,
    called: call !== undefined && call.attempts > 0,
    ...(reason && { why: reason.cause }),
    ...(call && { call: explainedCall(hook, call) }),
  };
  const refused = line.error !== undefined || (call !== undefined && isRefusal(call));
  return { step, finding: reason?.isMistake ? reason.cause : undefined, refused };
}

const isRefusal = ({ outcome }: CallLine): boolean =>
  outcome.kind === "failed" ? !outcome.ignored : outcome.kind !== "allowed";

interface Reason {
  readonly cause: Cause;
  readonly isMistake: boolean;
}

/** Makes causes of one webhook: `path` is below it. */
function causeMaker(hook: WebhookHook, { sources }: Subject) {
  const kind = WEBHOOK_KINDS[hook.phase];
  const source = sources.find(kind, hook.configuration);
  const index = indexOfWebhook(source, hook.name);
  return (code: CauseCode, message: string, path: Path, saw: Json, fix = ""): Cause => ({
    code,
    of: `${kind}/${hook.configuration}`,
    webhook: hook.name,
    message,
    saw,
    at: placeIn(source, ["webhooks", index, ...path]),
    fix,
  });
}

function notCalled(line: HookLine, subject: Subject): Reason | undefined {
  const { hook, filter, error, conditions } = line;
  const make = causeMaker(hook, subject);
  if (conditions !== undefined && conditions.kind !== "match") return conditionReason(line, subject);
  if (error !== undefined) return { cause: make("refused", error.message, [], null), isMistake: true };
  if (filter === undefined) return undefined;
  switch (filter.kind) {
    case "rules": {
      const { code, message, path, fix, isMistake } = ruleCause(
        hook,
        subject.attributes,
        subject.registry,
        ["rules"],
        ["matchPolicy"],
      );
      const isMeant = code === "exact-version" && hasSibling(hook, subject);
      const isHopeless = ONE_PART.has(code) && isDead(hook.rules, subject.registry);
      const cause = make(code, message, path, filter.saw, fix);
      return { cause, isMistake: (isMistake && !isMeant) || isHopeless };
    }
    case "namespaceSelector": {
      const name = subject.attributes.namespace;
      const found = selectorCause(hook.namespaceSelector, filter.saw, `namespace "${name}"`);
      const fix = found.label === "" ? "" : `kubectl label namespace ${name} ${found.label}`;
      const message = `namespaceSelector: ${found.message}`;
      return {
        cause: make("namespace-selector", message, ["namespaceSelector"], filter.saw, fix),
        isMistake: false,
      };
    }
    case "objectSelector": {
      const found = selectorCause(hook.objectSelector, filter.saw, whoseLabels(subject));
      const message = `objectSelector: ${found.message}`;
      const fix = found.label === "" ? "" : `label of the object: ${found.label}`;
      return {
        cause: make("object-selector", message, ["objectSelector"], filter.saw, fix),
        isMistake: false,
      };
    }
    case "exempt": {
      const isMeant = hook.rules.some(({ apiGroups }) => apiGroups.includes("admissionregistration.k8s.io"));
      const message = "configurations and policies of admission are never sent to webhooks";
      return { cause: make("exempt", message, ["rules"], filter.saw), isMistake: isMeant };
    }
    case "reinvocation": {
      const message =
        "not called again: nothing changed after its first call, or reinvocationPolicy is Never";
      return { cause: make("reinvocation", message, ["reinvocationPolicy"], filter.saw), isMistake: false };
    }
    default:
      return { cause: make("rules", `filter ${filter.kind} said no`, [], filter.saw), isMistake: false };
  }
}

/** What is wrong with a rule that would fit but for one part. */
const ONE_PART: ReadonlySet<CauseCode> = new Set(["group", "version", "scope"]);

/** Of webhooks that take one version each, another one of the same configuration is about this request. */
function hasSibling(
  { phase, configuration }: WebhookHook,
  { verdict: { plan, attributes } }: Subject,
): boolean {
  return plan[phase].some(
    (other) =>
      other.configuration === configuration && other.rules.some((rule) => ruleMatches(rule, attributes)),
  );
}

function whoseLabels({ attributes }: Subject): string {
  const { kind, resource, subresource } = attributes;
  return subresource === ""
    ? "the object"
    : `the ${kind.kind} (not the ${resource.resource} that it belongs to)`;
}

function conditionReason(line: HookLine, subject: Subject): Reason | undefined {
  const { hook, conditions } = line;
  const make = causeMaker(hook, subject);
  if (conditions === undefined || conditions.kind === "match") return undefined;
  const index = (name: string): number =>
    Math.max(
      0,
      hook.conditions.findIndex((one) => one.name === name),
    );
  const seen = (expression: string): Json => valuesSeen(expression, activationOf(subject, hook.phase));
  if (conditions.kind === "exclude") {
    const expression = hook.conditions[index(conditions.condition)]?.expression ?? "";
    return {
      cause: make(
        "condition",
        `matchCondition "${conditions.condition}" is false: ${expression}`,
        ["matchConditions", index(conditions.condition), "expression"],
        seen(expression),
      ),
      isMistake: false,
    };
  }
  const [message = ""] = conditions.messages;
  const at = Math.max(
    0,
    hook.conditions.findIndex(({ expression }) => message.includes(`'${expression.trim()}'`)),
  );
  const expression = hook.conditions[at]?.expression ?? "";
  const consequence =
    hook.failurePolicy === "Ignore"
      ? "failurePolicy Ignore: the webhook was skipped"
      : "failurePolicy Fail: the request was refused";
  const isNameless = subject.attributes.name === "" && message.includes("no such key: name");
  const code = isNameless ? "generate-name" : "condition-error";
  const hint = isNameless ? " (the name is still to be generated: there is only generateName)" : "";
  return {
    cause: make(
      code,
      `${message}${hint}; ${consequence}`,
      ["matchConditions", at, "expression"],
      seen(expression),
    ),
    isMistake: true,
  };
}

function failedCall({ hook }: HookLine, { outcome }: CallLine, subject: Subject): Reason | undefined {
  const make = causeMaker(hook, subject);
  if (outcome.kind === "allowed") return undefined;
  if (outcome.kind === "rejected") {
    const { message, code } = outcome.error;
    return { cause: make("denied", message, [], { code }), isMistake: false };
  }
  if (outcome.kind === "error") {
    const isDryRun = subject.attributes.dryRun && !SILENT.has(hook.sideEffects ?? "");
    const path = isDryRun ? ["sideEffects"] : [];
    const code = isDryRun ? "dry-run" : "call-failed";
    return {
      cause: make(
        code,
        outcome.error.message,
        path,
        hook.sideEffects ?? null,
        isDryRun ? "sideEffects: None" : "",
      ),
      isMistake: true,
    };
  }
  const consequence = outcome.ignored
    ? "failurePolicy Ignore let the request pass"
    : "failurePolicy Fail refused the request";
  return {
    cause: make("call-failed", `${outcome.reason}; ${consequence}`, ["clientConfig"], {
      failure: outcome.failure,
    }),
    isMistake: true,
  };
}

const SILENT: ReadonlySet<string> = new Set(["None", "NoneOnDryRun"]);

function explainedCall(hook: WebhookHook, call: CallLine): ExplainedCall {
  const { outcome } = call;
  const error = outcome.kind === "rejected" || outcome.kind === "error" ? outcome.error : undefined;
  const failed = outcome.kind === "failed" ? outcome : undefined;
  return {
    outcome: outcome.kind === "rejected" ? "denied" : outcome.kind,
    code: error?.code ?? failed?.code ?? 200,
    message: error?.message ?? failed?.reason ?? "",
    failurePolicy: hook.failurePolicy,
    ignored: failed?.ignored ?? false,
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

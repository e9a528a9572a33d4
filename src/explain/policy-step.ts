import { ruleMatches } from "../admission/match/rules.ts";
import type { MatchCriteria } from "../admission/policy-hook.ts";
import type { NamedRule } from "../admission/rule.ts";
import type { PolicyLine } from "../admission/verdict.ts";
import type { Json } from "../api/json.ts";
import type { Cause, CauseCode, ExplainedCheck, PolicyStep } from "./explanation.ts";
import { isDead } from "./never-matches.ts";
import { ruleCause } from "./rule-cause.ts";
import { selectorCause } from "./selector-cause.ts";
import { type Path, placeIn } from "./sources.ts";
import { activationOf, POLICY_KINDS, type Subject } from "./subject.ts";
import { valuesSeen } from "./values-seen.ts";
import type { Explained } from "./webhook-step.ts";

export function policyStep(line: PolicyLine, subject: Subject): Explained<PolicyStep> {
  const { policy, binding, param } = line;
  const reason = notAsked(line, subject);
  const step: PolicyStep = {
    kind: "policy",
    name: policy.name,
    binding: binding?.name ?? "",
    param: param ?? "",
    phase: policy.phase,
    round: line.round,
    called: reason === undefined,
    ...(reason && { why: reason.cause }),
    checks: line.checks.map((check) => explainedCheck(line, check, subject)),
  };
  const refused = reason?.isMistake === true && policy.failurePolicy === "Fail";
  return { step, finding: reason?.isMistake ? reason.cause : undefined, refused };
}

type CauseMaker = (code: CauseCode, message: string, path: Path, saw: Json, fix?: string) => Cause;

/** The object whose criteria decided: the binding's where there is one, else the policy's. */
function makerOf({ policy, binding }: PolicyLine, { sources }: Subject, ofPolicy = false): CauseMaker {
  const kind = POLICY_KINDS[policy.phase];
  const [owner, name] =
    binding === undefined || ofPolicy ? [kind, policy.name] : [`${kind}Binding`, binding.name];
  const source = sources.find(owner, name);
  return (code, message, path, saw, fix = "") => ({
    code,
    of: `${owner}/${name}`,
    webhook: "",
    message,
    saw,
    at: placeIn(source, path),
    fix,
  });
}

interface Reason {
  readonly cause: Cause;
  readonly isMistake: boolean;
}

function notAsked(line: PolicyLine, subject: Subject): Reason | undefined {
  const { policy, binding, filter, problem, conditions } = line;
  if (conditions !== undefined && conditions.kind !== "match") return conditionReason(line, subject);
  if (problem !== undefined) {
    const consequence =
      policy.failurePolicy === "Ignore" ? "failurePolicy Ignore: it was passed over" : "failurePolicy Fail";
    const make = makerOf(line, subject);
    return { cause: make("policy-problem", `${problem}; ${consequence}`, ["spec"], null), isMistake: true };
  }
  if (filter === undefined) return undefined;
  const make = makerOf(line, subject);
  const criteria = (binding === undefined ? policy.criteria : binding.criteria) ?? policy.criteria;
  const base = ["spec", binding === undefined ? "matchConstraints" : "matchResources"];
  switch (filter.kind) {
    case "namespaceSelector": {
      const { namespace } = subject.attributes;
      const { message, label } = selectorCause(
        criteria.namespaceSelector,
        filter.saw,
        `namespace "${namespace}"`,
      );
      const fix = label === "" ? "" : `kubectl label namespace ${namespace} ${label}`;
      const path = [...base, "namespaceSelector"];
      return {
        cause: make("namespace-selector", `namespaceSelector: ${message}`, path, filter.saw, fix),
        isMistake: false,
      };
    }
    case "objectSelector": {
      const { message, label } = selectorCause(criteria.objectSelector, filter.saw, "the object");
      const fix = label === "" ? "" : `label of the object: ${label}`;
      const path = [...base, "objectSelector"];
      return {
        cause: make("object-selector", `objectSelector: ${message}`, path, filter.saw, fix),
        isMistake: false,
      };
    }
    case "params":
      return {
        cause: make(
          "params",
          "no parameter was found, and parameterNotFoundAction is Allow",
          ["spec", "paramRef"],
          null,
        ),
        isMistake: false,
      };
    case "reinvocation":
      return {
        cause: make("reinvocation", "not asked again", ["spec", "reinvocationPolicy"], null),
        isMistake: false,
      };
    case "exempt":
      return {
        cause: make("exempt", "policies are never asked about policies and reviews", base, null),
        isMistake: criteria.rules.some(({ apiGroups }) => apiGroups.includes("admissionregistration.k8s.io")),
      };
    default:
      return rulesReason(criteria, subject, make, base, filter.saw);
  }
}

function rulesReason(
  { rules, excluded, equivalent }: MatchCriteria,
  { attributes, registry }: Subject,
  make: CauseMaker,
  base: readonly string[],
  saw: Json,
): Reason {
  const matching = (list: readonly NamedRule[]): number =>
    list.findIndex((rule) => ruleMatches(rule, attributes));
  const out = excluded.findIndex(
    (rule) => ruleMatches(rule, attributes) && (rule.names?.has(attributes.name) ?? true),
  );
  if (out >= 0) {
    const path = [...base, "excludeResourceRules", out];
    return {
      cause: make("resource", "a rule of excludeResourceRules leaves it out", path, saw),
      isMistake: false,
    };
  }
  const named = matching(rules);
  if (named >= 0) {
    const names = [...(rules[named]?.names ?? [])].map((name) => `"${name}"`).join(", ");
    const path = [...base, "resourceRules", named, "resourceNames"];
    const message = `resourceNames are ${names}, the request's is "${attributes.name}"`;
    return { cause: make("resource", message, path, attributes.name), isMistake: false };
  }
  const owner = { rules, equivalent };
  const found = ruleCause(owner, attributes, registry, [...base, "resourceRules"], [...base, "matchPolicy"]);
  const { code, message, path, fix, isMistake } = found;
  const isHopeless = code !== "rules" && code !== "resource" && isDead(rules, registry);
  return { cause: make(code, message, path, saw, fix), isMistake: isMistake || isHopeless };
}

function conditionReason(line: PolicyLine, subject: Subject): Reason | undefined {
  const { policy, conditions } = line;
  if (conditions === undefined || conditions.kind === "match") return undefined;
  const make = makerOf(line, subject, true);
  const seen = (expression: string): Json => valuesSeen(expression, activationOf(subject, policy.phase));
  if (conditions.kind === "exclude") {
    const index = Math.max(
      0,
      policy.conditions.findIndex(({ name }) => name === conditions.condition),
    );
    const expression = policy.conditions[index]?.expression ?? "";
    const message = `matchCondition "${conditions.condition}" is false: ${expression}`;
    const path = ["spec", "matchConditions", index, "expression"];
    return { cause: make("condition", message, path, seen(expression)), isMistake: false };
  }
  const [message = ""] = conditions.messages;
  const index = Math.max(
    0,
    policy.conditions.findIndex(({ expression }) => message.includes(`'${expression}'`)),
  );
  const path = ["spec", "matchConditions", index, "expression"];
  const expression = policy.conditions[index]?.expression ?? "";
  const isNameless = subject.attributes.name === "" && message.includes("no such key: name");
  const code = isNameless ? "generate-name" : "condition-error";
  return {
    cause: make(code, `${message}; failurePolicy ${policy.failurePolicy}`, path, seen(expression)),
    isMistake: true,
  };
}

function explainedCheck(
  { policy }: PolicyLine,
  { index, actions, message = "", changed = false }: PolicyLine["checks"][number],
  { sources }: Subject,
): ExplainedCheck {
  const list = policy.phase === "validating" ? policy.validations : policy.mutations;
  const source = sources.find(POLICY_KINDS[policy.phase], policy.name);
  const path = ["spec", policy.phase === "validating" ? "validations" : "mutations", Math.max(0, index)];
  return {
    expression: list[index]?.expression ?? "",
    actions: actions.filter((action) => action !== "allow"),
    message,
    changed,
    at: placeIn(source, path),
  };
}

import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { formatGroupVersion } from "../../../api/group-version.ts";
import { isDead } from "../../../explain/filters/never-matches.ts";
import { nearest } from "../../../explain/near.ts";
import { record, text } from "../../../json/value.ts";
import type { BindingEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import { kindOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A binding can be in another file: without a cluster this is only a hint. */
const noBinding: Rule = {
  id: "no-binding",
  severity: "warning",
  summary: "An admission policy has no binding, so that it is never evaluated",
  check: ({ policies, bindings, complete }) =>
    policies.flatMap(({ of, phase, name }) => {
      const own = bindings.filter((one) => one.phase === phase).map(({ binding }) => binding.policyName);
      if (own.includes(name)) return [];
      const near = nearest(name, own);
      const kind = `${kindOf(of)}Binding`;
      const hint = near === undefined ? "" : `; one is bound to "${near}"`;
      return [
        {
          of,
          path: ["metadata", "name"],
          message: `there is no ${kind} of it${complete ? "" : " among these manifests"}: it is never evaluated${hint}`,
          fix: near === undefined ? `add a ${kind}` : `policyName: ${name}`,
          severity: complete || near !== undefined ? "warning" : "info",
        },
      ];
    }),
};

/**
 * The policy can be in another file: only a name that is similar to an existing one is certainly a mistake.
 */
const bindingOfNothing: Rule = {
  id: "binding-of-nothing",
  severity: "error",
  summary: "A binding names a policy that does not exist",
  check: ({ bindings, policies, complete }) =>
    bindings.flatMap(({ of, phase, binding }): Problem[] => {
      const names = policies.filter((one) => one.phase === phase).map(({ name }) => name);
      if (names.includes(binding.policyName)) return [];
      const near = nearest(binding.policyName, names);
      const kind = kindOf(of).replace(/Binding$/, "");
      const hint = near === undefined ? "" : `: there is "${near}"`;
      const among = complete ? "" : " among these manifests";
      return [
        {
          of,
          path: ["spec", "policyName"],
          message: `there is no ${kind} "${binding.policyName}"${among}${hint}`,
          fix: near === undefined ? "" : `write ${near}`,
          severity: complete || near !== undefined ? "error" : "info",
        },
      ];
    }),
};

/** Such bindings are for testing a policy. If Deny is never added, the policy refuses nothing. */
export const onlyWarns: Rule = {
  id: "only-warns",
  severity: "info",
  summary: "The bindings of a validating policy only warn or audit: it refuses nothing",
  check: ({ bindings }) =>
    bindings
      .filter((one) => one.phase === "validating" && !bindings.some((other) => denies(other, one)))
      .filter(({ binding }) => binding.actions.length > 0)
      .map(({ of, binding: { actions, policyName } }) => ({
        of,
        path: ["spec", "validationActions"],
        message: `validationActions are ${actions.join(" and ")}: ${policyName} refuses nothing`,
        fix: "add Deny when it should refuse requests",
      })),
};

const denies = ({ phase, binding }: BindingEntry, other: BindingEntry): boolean =>
  phase === "validating" &&
  binding.policyName === other.binding.policyName &&
  binding.actions.includes("Deny");

/** Reports that paramKind or paramRef is missing while the other is set. */
const paramsHalf: Rule = {
  id: "params-half",
  severity: "warning",
  summary: "A policy has a paramKind and its binding has no paramRef, or the reverse",
  check: (model) => model.bindings.flatMap((one) => halfOf(one, model)),
};

function halfOf({ of, phase, binding }: BindingEntry, { policies }: Model): Problem[] {
  const policy = policies.find((one) => one.phase === phase && one.name === binding.policyName);
  if (policy === undefined) return [];
  const { paramKind } = policy.policy;
  if (paramKind === undefined && binding.paramRef !== undefined) {
    const message = `${policy.name} has no paramKind: paramRef has no effect`;
    return [{ of, path: ["spec", "paramRef"], message, fix: `spec.paramKind of ${policy.name}` }];
  }
  if (paramKind === undefined || binding.paramRef !== undefined) return [];
  const message = `${policy.name} takes a ${paramKind.kind} as params, and the binding has no paramRef: params is null`;
  return [{ of, path: ["spec"], message, fix: "spec.paramRef" }];
}

/** Every request that the policy matches is refused, or is not checked, depending on failurePolicy. */
const unknownParamKind: Rule = {
  id: "unknown-param-kind",
  severity: "error",
  summary: "The API server does not have the paramKind of a policy",
  check: ({ policies, registry, complete }) =>
    policies.flatMap(({ of, policy }): Problem[] => {
      const { paramKind, failurePolicy } = policy;
      if (paramKind === undefined) return [];
      const { group, version, kind } = paramKind;
      const known = registry.group(group);
      if (registry.findKind(group, version, kind) !== undefined) return [];
      const isElsewhere = known === undefined && group.includes(".") && !complete;
      if (isElsewhere) return [];
      const kinds = (known?.versions ?? []).flatMap(({ resources }) => resources.map((one) => one.kind));
      const near = kinds.find((one) => one.kind === kind) ?? nearKind(kind, kinds);
      const hint = near === undefined ? "" : `: there is ${formatGroupVersion(near)} ${near.kind}`;
      const path = ["spec", "paramKind"];
      const written = text(record(record(of.object.spec).paramKind).apiVersion);
      const outcome =
        failurePolicy === "Fail" ? "every request that it matches is refused" : "it checks nothing";
      const message = `no kind "${kind}" of ${written} is served${hint}; ${outcome} (failurePolicy ${failurePolicy})`;
      return [
        { of, path, message, fix: near === undefined ? "" : `${formatGroupVersion(near)} ${near.kind}` },
      ];
    }),
};

type Kind = { readonly group: string; readonly version: string; readonly kind: string };

function nearKind<K extends Kind>(wanted: string, kinds: readonly K[]): K | undefined {
  const near = nearest(
    wanted,
    kinds.map(({ kind }) => kind),
  );
  return kinds.find(({ kind }) => kind === near);
}

/** The server evaluates a policy for requests that the rules of both match. */
const bindingBeside: Rule = {
  id: "binding-beside",
  severity: "error",
  summary: "A binding matches other resources or operations than its policy, so that it never applies",
  check: ({ bindings, policies, registry }) =>
    bindings.flatMap(({ of, phase, binding: { policyName, criteria } }): Problem[] => {
      const policy = policies.find((one) => one.phase === phase && one.name === policyName);
      const rules = criteria?.rules ?? [];
      const own = policy?.policy.criteria.rules ?? [];
      if (rules.length === 0 || own.length === 0 || rules.some((a) => own.some((b) => isCommon(a, b))))
        return [];
      // Other rules report what matches nothing at all.
      if ([rules, own].some((all) => isDead({ rules: all, equivalent: true }, registry))) return [];
      const told = (all: readonly MatchRule[]): string =>
        all.map((one) => `${one.operations.join(", ")} of ${one.resources.join(", ")}`).join("; ");
      const message = `${policyName} is about ${told(own)}, and the binding about ${told(rules)}: no request is both, and the policy is never evaluated with it`;
      const path = ["spec", "matchResources", "resourceRules"];
      return [{ of, path, message, fix: "rules that are a part of those of the policy, or none" }];
    }),
};

const isCommon = (a: MatchRule, b: MatchRule): boolean =>
  a.operations.some((one) => one === "*" || b.operations.some((other) => other === "*" || other === one)) &&
  a.resources.some((one) => b.resources.some((other) => overlaps(one, other)));

/** True if two entries name a common resource or subresource: `pods/*` and `*\/exec`. */
function overlaps(one: string, other: string): boolean {
  const [[a = "", sub = ""], [b = "", under = ""]] = [one.split("/"), other.split("/")];
  const isMain = a === "*" || b === "*" || a === b;
  const isAll = one === "*/*" || other === "*/*";
  return isMain && (isAll || sub === under || (sub === "*" && under !== "") || (under === "*" && sub !== ""));
}

/** Rules about policies, their bindings and the kinds of their parameters. `onlyWarns` has another place. */
export const bindingRules: readonly Rule[] = [
  noBinding,
  bindingOfNothing,
  bindingBeside,
  paramsHalf,
  unknownParamKind,
];

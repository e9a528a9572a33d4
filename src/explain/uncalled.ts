import { compileCriteria } from "../admission/hooks/compile-match.ts";
import { isExemptFromPolicies } from "../admission/match/exempt.ts";
import type { Plan } from "../admission/plan.ts";
import type { Rule } from "../admission/rule.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../api/hook-kinds.ts";
import type { KubeObject } from "../api/meta.ts";
import { isJsonObject, record } from "../json/value.ts";
import { causeOf, withoutCalls } from "./changes/causes-of.ts";
import type { Cause, PolicyStep } from "./explanation.ts";
import { failuresOf } from "./filters/failures-of.ts";
import { criteriaMatcher } from "./filters/matcher.ts";
import { neverMatches } from "./filters/never-matches.ts";
import { nearest } from "./near.ts";
import type { Explained } from "./steps/explained.ts";
import { causeMaker, withChange } from "./steps/explained.ts";
import { policyOwner } from "./steps/owners.ts";
import { indexOfWebhook, questionOf, type Subject } from "./subject.ts";
import type { World } from "./world.ts";

const KINDS = [POLICY_KINDS.mutating, POLICY_KINDS.validating];

/**
 * Returns causes for policies without a binding, which are never evaluated, and for bindings whose policy
 * does not exist.
 */
export function unboundPolicies(subject: Subject): Cause[] {
  const { world } = subject;
  return KINDS.flatMap((kind) => {
    const policies = world.all(kind).map(nameOf);
    const bindings = world.all(`${kind}Binding`);
    const { received, attributes } = subject.verdict;
    const isBinding = attributes.kind.kind === `${kind}Binding` && isJsonObject(received);
    const bound = new Set([...bindings, ...(isBinding ? [received] : [])].map(policyNameOf));
    // A policy is there before its binding.
    const isNew = attributes.kind.kind === kind && attributes.operation === "CREATE";
    const lonely = policies.filter((name) => !bound.has(name) && !(isNew && name === attributes.name));
    return [
      ...lonely.map((name) => withoutBinding(kind, name, world)),
      ...bindings
        .filter((binding) => !policies.includes(policyNameOf(binding)))
        .map((binding) => ofNothing(kind, binding, { policies, lonely }, subject)),
    ];
  });
}

function withoutBinding(kind: string, name: string, { sources }: World): Cause {
  const message = `it has no ${kind}Binding: it is never evaluated`;
  return causeMaker({ kind, name }, sources)("no-binding", message, ["metadata", "name"]);
}

function ofNothing(
  kind: string,
  binding: KubeObject,
  { policies, lonely }: { readonly policies: readonly string[]; readonly lonely: readonly string[] },
  subject: Subject,
): Cause {
  const wanted = policyNameOf(binding);
  const only = lonely.length === 1 ? lonely[0] : undefined;
  const meant = nearest(wanted, policies) ?? only;
  const hint = meant === undefined ? "" : `: there is "${meant}"`;
  const message = `there is no ${kind} "${wanted}"${hint}`;
  const make = causeMaker({ kind: `${kind}Binding`, name: nameOf(binding) }, subject.world.sources);
  const cause = make("no-binding", message, ["spec", "policyName"], wanted);
  if (meant === undefined) return cause;
  const called = isAskedWith(kind, meant, binding, subject);
  return withChange(cause, { from: wanted, to: meant, called });
}

/** True if a policy and a binding of it are known to admit the request. */
function isAskedWith(kind: string, name: string, binding: KubeObject, subject: Subject): boolean {
  const { attributes, ender, world } = subject;
  const policy = record(world.stored(kind, name)?.spec);
  const isMutating = kind === POLICY_KINDS.mutating;
  const isNever = isExemptFromPolicies(attributes) || (isMutating && attributes.operation === "DELETE");
  const isUnknown = policy.paramKind !== undefined || policy.matchConditions !== undefined;
  if (isNever || isUnknown || ender !== undefined) return false;
  const question = questionOf(subject, isMutating ? "mutating" : "validating");
  return [policy.matchConstraints, record(binding.spec).matchResources].every(
    (criteria) =>
      !isJsonObject(criteria) ||
      failuresOf(criteriaMatcher(compileCriteria(criteria), []), question, undefined).length === 0,
  );
}

/** Returns steps for policies without a binding. They have no place in the order of evaluation. */
export function unboundSteps(subject: Subject): Explained<PolicyStep>[] {
  const { world } = subject;
  return (["mutating", "validating"] as const).flatMap((phase) => {
    const kind = POLICY_KINDS[phase];
    const bound = new Set(world.all(`${kind}Binding`).map(policyNameOf));
    return world
      .all(kind)
      .filter((policy) => !bound.has(nameOf(policy)))
      .map((policy): Explained<PolicyStep> => {
        const name = nameOf(policy);
        const cause = withoutBinding(kind, name, world);
        const own = ownFilters(policy, kind, phase, subject);
        const why = own === undefined ? cause : { ...cause, also: [own, ...(own.also ?? [])] };
        const none = { binding: "", param: "", round: 0 as const, called: false, checks: [] };
        return { step: { kind: "policy", name, phase, why, ...none }, finding: undefined, refused: false };
      });
  });
}

function ownFilters(
  policy: KubeObject,
  kind: string,
  phase: "mutating" | "validating",
  subject: Subject,
): Cause | undefined {
  const constraints = isJsonObject(policy.spec) ? policy.spec.matchConstraints : undefined;
  if (!isJsonObject(constraints)) return undefined;
  const question = questionOf(subject, phase);
  const matcher = criteriaMatcher(compileCriteria(constraints), ["spec", "matchConstraints"]);
  const owner = policyOwner(kind, nameOf(policy), subject.world);
  const failures = failuresOf(matcher, question, policy);
  const cause = causeOf(failures, { owner, question, sources: subject.world.sources });
  return cause && withoutCalls(cause);
}

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";
const policyNameOf = ({ spec }: KubeObject): string =>
  isJsonObject(spec) ? String(spec.policyName ?? "") : "";

interface Rules {
  readonly rules: readonly Rule[];
  readonly equivalent: boolean;
}

/** Returns causes for webhooks and policies whose rules match no served resource at all. */
export function unmatchableHooks(plan: Plan, { registry, sources }: World): Cause[] {
  const find = ({ rules, equivalent }: Rules, owner: Parameters<typeof causeMaker>[0]): Cause[] => {
    const all = rules.map((rule) => neverMatches(rule, registry, equivalent));
    const [first] = all;
    if (first === undefined || all.includes(undefined)) return [];
    return [causeMaker(owner, sources)("never-matches", first.message, [0, first.part], null, first.fix)];
  };
  const webhooks = [...plan.mutating, ...plan.validating].flatMap((hook) => {
    const kind = WEBHOOK_KINDS[hook.phase];
    const { configuration, name } = hook;
    const path = ["webhooks", indexOfWebhook(sources.find(kind, configuration), name), "rules"];
    return find(hook, { kind, name: configuration, webhook: name, path });
  });
  const path = ["spec", "matchConstraints", "resourceRules"];
  const policies = [...plan.mutatingPolicies, ...plan.validatingPolicies].flatMap(({ policy }) =>
    find(policy.criteria, { kind: POLICY_KINDS[policy.phase], name: policy.name, path }),
  );
  return [...webhooks, ...policies];
}

/** Returns the findings about bindings of this policy that the server refused. */
export const refusedBindings = (
  findings: readonly Cause[],
  policy: string,
  world: Pick<World, "sources">,
): Cause[] =>
  findings.filter((cause) => {
    const of = refusedBindingOf(cause, world);
    return of !== undefined && (of === policy || of.slice(of.indexOf("/") + 1) === policy);
  });

/**
 * True if a policy seems to have no binding, or a binding no policy, only because the server refused the
 * other one.
 */
export function isBoundInVain(
  lonely: Cause,
  findings: readonly Cause[],
  world: Pick<World, "sources">,
): boolean {
  if (lonely.code !== "no-binding") return false;
  const policy = policyOf(lonely.of, world);
  return findings.some(
    (cause) =>
      refusedBindingOf(cause, world) === lonely.of ||
      (cause.code === "invalid-configuration" && cause.of === policy),
  );
}

/** Returns the policy, as named in causes, whose binding was refused. */
const refusedBindingOf = ({ code, of }: Cause, world: Pick<World, "sources">): string | undefined =>
  code === "invalid-configuration" ? policyOf(of, world) : undefined;

/** Returns the policy of a binding, as named in causes; undefined if it is not a binding. */
function policyOf(of: string, { sources }: Pick<World, "sources">): string | undefined {
  const [kind = "", name = ""] = of.split("/");
  if (!kind.endsWith(BINDING)) return undefined;
  const { policyName } = record(sources.find(kind, name)?.object.spec);
  return `${kind.slice(0, -BINDING.length)}/${String(policyName)}`;
}

const BINDING = "Binding";

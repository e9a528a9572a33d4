import { isSame } from "../../admission/pieces.ts";
import { compilePlan, type Plan, type PlanOptions, type Stage } from "../../admission/plan.ts";
import type { BoundPolicy, CompiledPolicy } from "../../admission/policy-hook.ts";
import type { Views } from "../../server/admit/views/views.ts";
import type { ShadowConfiguration } from "./shadow-configuration.ts";

/** The plan in effect, and the other one. */
export interface ShadowPlan {
  /** The plan in effect, without plugins that have side effects. */
  readonly before: Plan;
  readonly now: Plan;
  /** Hooks that only `now` has, without built-in plugins. */
  readonly added: Plan;
  /** Hooks that only `before` has. */
  readonly removed: Plan;
}

/**
 * Returns both plans and their differences. Unchanged hooks are compiled already, and stay the same object,
 * so that different objects are the differences.
 */
export function shadowPlan(live: Plan, views: Views, configuration: ShadowConfiguration): ShadowPlan {
  const list = (prefix: string) => configuration.over(prefix, views.of(prefix).list());
  const before = withStages(live, (stage) => !hasSideEffects(stage));
  const now = compilePlan(list("mutatingwebhookconfigurations"), list("validatingwebhookconfigurations"), {
    ...optionsOf(before),
    policies: {
      mutating: { policies: list(MUTATING), bindings: list(MUTATING_BINDINGS) },
      validating: { policies: list(VALIDATING), bindings: list(VALIDATING_BINDINGS) },
    },
    manifests: live.manifests,
    previous: live,
  });
  const hasOtherParams = ({ policy: { paramKind } }: BoundPolicy<CompiledPolicy>): boolean =>
    paramKind !== undefined && configuration.hasParams(paramKind.kind);
  const added = difference(now, live, hasOtherParams);
  return { before, now, added, removed: difference(live, now, hasOtherParams) };
}

const MUTATING = "mutatingadmissionpolicies";
const MUTATING_BINDINGS = "mutatingadmissionpolicybindings";
const VALIDATING = "validatingadmissionpolicies";
const VALIDATING_BINDINGS = "validatingadmissionpolicybindings";

/** True for the plugin that writes the used amounts of a quota. */
const hasSideEffects = (stage: Stage): boolean =>
  stage.kind === "plugin" && stage.plugin.name === "ResourceQuota";

function optionsOf({ stages, excludeVirtualResources }: Plan): PlanOptions {
  const has = (name: string): boolean =>
    stages.some((stage) => stage.kind !== "plugin" && stage.name === name);
  return {
    plugins: stages.flatMap((stage) => (stage.kind === "plugin" ? [stage.plugin] : [])),
    mutatingWebhooks: has("MutatingAdmissionWebhook"),
    validatingWebhooks: has("ValidatingAdmissionWebhook"),
    mutatingPolicies: has("MutatingAdmissionPolicy"),
    validatingPolicies: has("ValidatingAdmissionPolicy"),
    excludeVirtualResources,
  };
}

function withStages(plan: Plan, keeps: (stage: Stage) => boolean): Plan {
  const kept = (chain: Plan["chain"]["admit"]): Plan["chain"]["admit"] => ({
    CREATE: chain.CREATE.filter(keeps),
    UPDATE: chain.UPDATE.filter(keeps),
    DELETE: chain.DELETE.filter(keeps),
    CONNECT: chain.CONNECT.filter(keeps),
  });
  const { admit, validate } = plan.chain;
  return {
    ...plan,
    stages: plan.stages.filter(keeps),
    chain: { admit: kept(admit), validate: kept(validate) },
  };
}

function difference(plan: Plan, other: Plan, always: (hook: BoundPolicy<CompiledPolicy>) => boolean): Plan {
  const targets = new Set([...other.mutating, ...other.validating].map(({ target }) => target));
  const policies = new Map(
    [...other.mutatingPolicies, ...other.validatingPolicies].map((hook) => [hook.policy, hook]),
  );
  const isOther = (hook: BoundPolicy<CompiledPolicy>): boolean => {
    const there = policies.get(hook.policy as never);
    return always(hook) || there === undefined || !isSame(there.bindings, hook.bindings);
  };
  return {
    ...withStages(plan, ({ kind }) => kind !== "plugin"),
    mutating: plan.mutating.filter(({ target }) => !targets.has(target)),
    validating: plan.validating.filter(({ target }) => !targets.has(target)),
    mutatingPolicies: plan.mutatingPolicies.filter(isOther),
    validatingPolicies: plan.validatingPolicies.filter(isOther),
  };
}

import { partMatches } from "../../admission/match/rules.ts";
import type { MatchCriteria } from "../../admission/policy-hook.ts";
import type { CompiledSelector, Rule as MatchRule } from "../../admission/rule.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import type { Model } from "./model.ts";

/** The filters of a webhook, a policy or a binding, with their path. */
export interface PlacedSelectors {
  readonly of: Manifest;
  /** Name of the webhook; empty for a policy or a binding. */
  readonly webhook: string;
  /** Path of the object that has `namespaceSelector` and `objectSelector`. */
  readonly base: Path;
  readonly rulesPath: Path;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly rules: readonly MatchRule[];
  /** True if matchPolicy is Equivalent. */
  readonly equivalent: boolean;
}

/** Returns the filters of all webhooks, policies and bindings. */
export function placedSelectors({ webhooks, policies, bindings }: Model): PlacedSelectors[] {
  const ofPolicy = (of: Manifest, member: string, criteria: MatchCriteria | undefined): PlacedSelectors[] => {
    const base = ["spec", member];
    return criteria === undefined
      ? []
      : [{ ...criteria, of, webhook: "", base, rulesPath: [...base, "resourceRules"] }];
  };
  return [
    ...webhooks.map(({ of, name, base, hook }) => ({
      ...{ of, webhook: name, base, rulesPath: [...base, "rules"], rules: hook.rules },
      ...{ namespaceSelector: hook.namespaceSelector, objectSelector: hook.objectSelector },
      equivalent: hook.equivalent,
    })),
    ...policies.flatMap(({ of, policy }) => ofPolicy(of, "matchConstraints", policy.criteria)),
    ...bindings.flatMap(({ of, binding }) => ofPolicy(of, "matchResources", binding.criteria)),
  ];
}

/** A rule of a webhook, a policy or a binding, with its path. */
export interface MatchedRule extends Pick<PlacedSelectors, "of" | "webhook" | "equivalent"> {
  readonly path: Path;
  readonly rule: MatchRule;
}

/** Returns the rules of all webhooks, policies and bindings. */
export const matchedRules = (model: Model): MatchedRule[] =>
  placedSelectors(model).flatMap(({ of, webhook, rulesPath, rules, equivalent }) =>
    rules.map((rule, index) => ({ of, webhook, path: [...rulesPath, index], rule, equivalent })),
  );

/** True if a list of a rule has an entry, or `*`. */
export const hasEntry = (list: readonly string[], entry: string): boolean =>
  list.includes("*") || list.includes(entry);

/**
 * True if a rule names a resource, by its group and plural. Operations, versions and scope are not compared.
 */
export const isAbout = (
  rule: MatchRule,
  { group, plural }: { readonly group: string; readonly plural: string },
): boolean =>
  (["apiGroups", "resources"] as const).every((part) =>
    partMatches(part, rule, {
      operation: "CREATE",
      resource: { group, version: "", resource: plural },
      subresource: "",
      namespace: "",
    }),
  );

import { partMatches } from "../../admission/match/rules.ts";
import type { Rule as MatchRule } from "../../admission/rule.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import type { Model } from "./model.ts";

/** A rule of a webhook, a policy or a binding, with its path. */
export interface MatchedRule {
  readonly of: Manifest;
  /** Name of the webhook; empty for a policy or a binding. */
  readonly webhook: string;
  readonly path: Path;
  readonly rule: MatchRule;
  /** True if matchPolicy is Equivalent. */
  readonly equivalent: boolean;
}

const CONSTRAINTS: Path = ["spec", "matchConstraints", "resourceRules"];
const RESOURCES: Path = ["spec", "matchResources", "resourceRules"];

/** Returns the rules of all webhooks, policies and bindings. */
export function matchedRules({ webhooks, policies, bindings }: Model): MatchedRule[] {
  return [
    ...webhooks.flatMap(({ of, name, base, hook }) =>
      placed(hook, { of, webhook: name }, [...base, "rules"]),
    ),
    ...policies.flatMap(({ of, policy }) => placed(policy.criteria, { of, webhook: "" }, CONSTRAINTS)),
    ...bindings.flatMap(({ of, binding: { criteria } }) =>
      criteria === undefined ? [] : placed(criteria, { of, webhook: "" }, RESOURCES),
    ),
  ];
}

const placed = (
  { rules, equivalent }: { readonly rules: readonly MatchRule[]; readonly equivalent: boolean },
  owner: Pick<MatchedRule, "of" | "webhook">,
  path: Path,
): MatchedRule[] => rules.map((rule, index) => ({ ...owner, path: [...path, index], rule, equivalent }));

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

import type { CompiledSelector, Rule as MatchRule } from "../../admission/rule.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Path } from "../../explain/sources.ts";
import type { Model } from "./model.ts";

/** The selectors of a webhook, a policy or a binding, with their path. */
export interface PlacedSelectors {
  readonly of: Manifest;
  /** Name of the webhook; empty for a policy or a binding. */
  readonly webhook: string;
  /** Path of the object that has `namespaceSelector` and `objectSelector`. */
  readonly base: Path;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly rules: readonly MatchRule[];
}

/** All selectors of webhooks, policies and bindings, with their places. */
export const placedSelectors = ({ webhooks, policies, bindings }: Model): PlacedSelectors[] => [
  ...webhooks.map(({ of, name, base, hook }) => ({ of, webhook: name, base, ...selectorsOf(hook) })),
  ...policies.map(({ of, policy: { criteria } }) => ({
    ...{ of, webhook: "", base: ["spec", "matchConstraints"] },
    ...selectorsOf(criteria),
  })),
  ...bindings.flatMap(({ of, binding: { criteria } }) =>
    criteria === undefined
      ? []
      : [{ of, webhook: "", base: ["spec", "matchResources"], ...selectorsOf(criteria) }],
  ),
];

const selectorsOf = ({
  namespaceSelector,
  objectSelector,
  rules,
}: Pick<PlacedSelectors, "namespaceSelector" | "objectSelector" | "rules">) => ({
  namespaceSelector,
  objectSelector,
  rules,
});

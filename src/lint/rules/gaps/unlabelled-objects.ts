import type { CompiledSelector } from "../../../admission/rule.ts";
import type { Path } from "../../../explain/sources.ts";
import type { Registry } from "../../../resources/registry.ts";
import { matchedRules } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Kinds whose requests carry no labels of what they are about. */
const UNLABELLED: ReadonlySet<string> = new Set(["Scale", "Eviction", "Binding", "TokenRequest"]);

/** A selector on labels that the objects of these requests never have. */
export const unlabelledObjects: Rule = {
  id: "unlabelled-objects",
  severity: "error",
  summary: "An objectSelector wants labels of requests that carry none, so that it never selects them",
  check: (model) => {
    const selectors = selectorsOf(model);
    return matchedRules(model).flatMap(({ of, webhook, rule, path }): Problem[] => {
      const base = webhook === "" ? path.slice(0, 2) : path.slice(0, -2);
      const selector = selectors.get(of)?.get(base.join("/"));
      if (selector?.kind !== "selector" || selector.selector.matches({})) return [];
      const entries = rule.resources.filter((entry) =>
        carriesNoLabels(entry, rule.apiGroups, model.registry),
      );
      if (entries.length === 0) return [];
      const message = `requests for ${entries.join(", ")} carry no labels (not even those of the object that they belong to), so that objectSelector ${selector.selector.toString()} never selects them`;
      const fix = "a webhook of its own without objectSelector for them, or matchConditions";
      return [{ of, webhook, path: [...base, "objectSelector"], message, fix }];
    });
  },
};

function selectorsOf({ webhooks, policies, bindings }: Model): Map<object, Map<string, CompiledSelector>> {
  const all = new Map<object, Map<string, CompiledSelector>>();
  const add = (of: object, base: Path, selector: CompiledSelector): void => {
    const own = all.get(of) ?? new Map<string, CompiledSelector>();
    all.set(of, own.set(base.join("/"), selector));
  };
  for (const { of, base, hook } of webhooks) add(of, base, hook.objectSelector);
  for (const { of, policy } of policies)
    add(of, ["spec", "matchConstraints"], policy.criteria.objectSelector);
  for (const { of, binding } of bindings)
    if (binding.criteria !== undefined) add(of, ["spec", "matchResources"], binding.criteria.objectSelector);
  return all;
}

function carriesNoLabels(entry: string, groups: readonly string[], registry: Registry): boolean {
  const [main = "", sub] = entry.split("/", 2);
  if (sub === undefined || main === "*" || sub === "*") return false;
  const found = registry.resources.find(
    ({ plural, group }) => plural === main && (groups.includes("*") || groups.includes(group)),
  );
  const subresource = found?.subresources.get(sub);
  if (subresource === undefined) return false;
  return subresource.style === "connect" || UNLABELLED.has(subresource.kind?.kind ?? "");
}

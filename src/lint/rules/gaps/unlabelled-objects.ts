import type { Registry } from "../../../resources/registry.ts";
import { type PlacedSelectors, placedSelectors } from "../../model/placed-selectors.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Kinds whose requests do not have the labels of the object that they belong to. */
const UNLABELLED: ReadonlySet<string> = new Set(["Scale", "Eviction", "Binding", "TokenRequest"]);

/** Reports a selector for labels that the objects of these requests never have. */
export const unlabelledObjects: Rule = {
  id: "unlabelled-objects",
  severity: "error",
  summary:
    "An objectSelector requires labels, but some requests never have labels, so that it never selects them",
  check: (model) => placedSelectors(model).flatMap((one) => problemsOf(one, model.registry)),
};

function problemsOf(
  { of, webhook, base, objectSelector, rules }: PlacedSelectors,
  registry: Registry,
): Problem[] {
  if (objectSelector.kind !== "selector" || objectSelector.selector.matches({})) return [];
  const entries = rules.flatMap(({ resources, apiGroups }) =>
    resources.filter((entry) => carriesNoLabels(entry, apiGroups, registry)),
  );
  if (entries.length === 0) return [];
  const message = `requests for ${entries.join(", ")} have no labels (not even those of the object that they belong to), so that objectSelector ${objectSelector.selector.toString()} never selects them`;
  const fix = "write a separate webhook without objectSelector for them, or use matchConditions";
  return [{ of, webhook, path: [...base, "objectSelector"], message, fix }];
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

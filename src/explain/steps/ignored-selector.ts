import type { Attributes } from "../../admission/attributes.ts";
import { ruleMatches } from "../../admission/match/rules.ts";
import type { CompiledSelector, Rule } from "../../admission/rule.ts";

/**
 * Says that a namespaceSelector did not keep a request out, because its object belongs to no namespace; undefined if there
 * is no such selector, or it held. `rule` is the index of the rule that took the request.
 */
export function ignoredSelector(
  selector: CompiledSelector,
  rules: readonly Rule[],
  attributes: Attributes,
): { readonly message: string; readonly rule: number; readonly advice: string } | undefined {
  const { namespace, resource } = attributes;
  const isSelecting = selector.kind === "selector" && selector.selector.requirements.length > 0;
  if (!isSelecting || namespace !== "" || resource.resource === "namespaces") return undefined;
  const rule = rules.findIndex((one) => ruleMatches(one, attributes));
  const names = rules[rule]?.resources ?? [];
  // A rule that names cluster-scoped resources means them.
  if (rule < 0 || names.includes(resource.resource)) return undefined;
  const message = `its namespaceSelector did not leave this request out: it does not hold for objects that are in no namespace, such as ${resource.resource}`;
  const advice = "write scope: Namespaced in the rule, if it is meant for objects in namespaces";
  return { rule, message, advice };
}

import type { Attributes } from "../../admission/attributes.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import { partMatches, ruleMatches } from "../../admission/match/rules.ts";
import type { Plan } from "../../admission/plan.ts";
import { ignoredSelector } from "./ignored-selector.ts";
import type { SideEffect } from "./side-effects.ts";

/** Says which filter of a webhook is wider than it looks; undefined if none is. */
export function tooWide(hook: WebhookHook, attributes: Attributes, plan: Plan): SideEffect | undefined {
  const found = ignoredSelector(hook.namespaceSelector, hook.rules, attributes);
  if (found !== undefined) return { ...found, path: ["rules", found.rule, "scope"] };
  return converted(hook, attributes, plan);
}

/** A webhook for another version got the object converted, beside a webhook of its configuration for the own version. */
function converted(hook: WebhookHook, attributes: Attributes, plan: Plan): SideEffect | undefined {
  const isExact = ({ rules }: WebhookHook): boolean => rules.some((rule) => ruleMatches(rule, attributes));
  const sibling = plan[hook.phase].find(
    (one) => one !== hook && one.configuration === hook.configuration && isExact(one),
  );
  if (isExact(hook) || sibling === undefined) return undefined;
  const { resource, version } = attributes.resource;
  const own = hook.rules.find((rule) =>
    (["apiGroups", "resources"] as const).every((part) => partMatches(part, rule, attributes)),
  );
  if (own === undefined) return undefined;
  return {
    message: `its rule is for ${own.apiVersions.join(", ")}, and the request for ${resource} in ${version}: matchPolicy Equivalent, the default, converts the object and calls the webhook, beside ${sibling.name}`,
    path: ["matchPolicy"],
    advice: "write matchPolicy: Exact, if each version has its own webhook",
  };
}

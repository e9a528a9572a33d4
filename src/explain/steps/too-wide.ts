import type { Attributes } from "../../admission/attributes.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import { partMatches, ruleMatches } from "../../admission/match/rules.ts";
import type { Plan } from "../../admission/plan.ts";
import type { KubeObject } from "../../api/meta.ts";
import { ignoredSelector } from "./ignored-selector.ts";
import type { SideEffect } from "./side-effects.ts";

/** The objects whose labels the selectors of a webhook read. */
interface Looked {
  readonly attributes: Attributes;
  readonly plan: Plan;
  readonly object: KubeObject | null | undefined;
  readonly namespace: KubeObject | undefined;
}

/** Says which filter of a webhook is wider than it looks; undefined if none is. */
export function tooWide(hook: WebhookHook, looked: Looked): SideEffect | undefined {
  const { attributes, plan } = looked;
  const found = ignoredSelector(hook.namespaceSelector, hook.rules, attributes);
  if (found !== undefined) return { ...found, path: ["rules", found.rule, "scope"] };
  return notLeftOut(hook, looked) ?? converted(hook, attributes, plan);
}

/** The object or its namespace was to be left out by a label, and has an annotation instead, or another value. */
export function notLeftOut(
  hook: WebhookHook,
  { object, namespace }: Pick<Looked, "object" | "namespace">,
): SideEffect | undefined {
  const looked = [
    { selector: hook.objectSelector, member: "objectSelector", what: "the object", seen: object },
    { selector: hook.namespaceSelector, member: "namespaceSelector", what: "the namespace", seen: namespace },
  ];
  for (const { selector, member, what, seen } of looked) {
    if (selector.kind === "broken" || seen === null || seen === undefined) continue;
    const { labels = {}, annotations = {} } = seen.metadata;
    for (const { operator, key, values } of selector.selector.requirements) {
      if (operator !== "notin" && operator !== "!") continue;
      const [label, annotation] = [labels[key], annotations[key]];
      const { name = "" } = seen.metadata;
      if (
        member === "namespaceSelector" &&
        operator === "notin" &&
        label === undefined &&
        values.includes(name)
      )
        return {
          message: `its ${member} leaves out ${key}=${name}, and the namespace ${name} has no label ${key}`,
          path: [member],
          advice: "write the key kubernetes.io/metadata.name, a label with its name that every namespace has",
        };
      if (label === undefined && annotation !== undefined)
        return {
          message: `its ${member} leaves out what has the label ${key}, and ${what} has an annotation of that name: selectors look at labels only`,
          path: [member],
          advice: `write ${key} as a label of ${what}, not as an annotation`,
        };
      if (label !== undefined && operator === "notin" && isRefusal(label) && values.some(isRefusal))
        return {
          message: `its ${member} leaves out ${key}=${values.join(", ")}, and ${what} has ${key}=${label}`,
          path: [member],
          advice: `write the value ${values.find(isRefusal) ?? ""}`,
        };
    }
  }
  return undefined;
}

/** Values with which users turn something off. */
const isRefusal = (value: string): boolean =>
  ["false", "no", "off", "disabled", "disable", "skip", "ignore", "0", "none"].includes(value.toLowerCase());

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
  const message = `its rule is for ${own.apiVersions.join(", ")}, and the request for ${resource} in ${version}: matchPolicy Equivalent, the default, converts the object and calls the webhook, beside ${sibling.name}`;
  const advice = "write matchPolicy: Exact, if each version has its own webhook";
  return { message, path: ["matchPolicy"], advice };
}

import type { Operation } from "../../../admission/attributes.ts";
import { ruleMatches } from "../../../admission/match/rules.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Problem, Rule } from "../../rule.ts";

/** A subresource that changes fields which a webhook may check. */
interface Way {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly how: string;
  readonly what: string;
  /**
   * Pattern for names of webhooks that check this. The code of a webhook is not known; only its names
   * indicate its checks.
   */
  readonly named: RegExp;
}

const SCALE: Omit<Way, "resource"> = {
  group: "apps",
  subresource: "scale",
  how: "kubectl scale and autoscalers change replicas",
  what: "replicas",
  named: /replica|scale|scaling/i,
};

const WAYS: readonly Way[] = [
  {
    group: "",
    resource: "pods",
    subresource: "ephemeralcontainers",
    how: "kubectl debug adds containers to pods that run",
    what: "containers",
    named: /image|container|registr|privileg|securit/i,
  },
  {
    group: "",
    resource: "pods",
    subresource: "resize",
    how: "kubectl patch --subresource resize changes resources of pods that run",
    what: "requests or limits",
    named: /resource|limit|request|cpu|memory/i,
  },
  ...["deployments", "statefulsets", "replicasets"].map((resource) => ({ ...SCALE, resource })),
];

export const subresourceGap: Rule = {
  id: "subresource-gap",
  severity: "info",
  summary:
    "A validating webhook whose name mentions containers or replicas is not called for a subresource that changes them",
  check: ({ webhooks }) =>
    webhooks
      .filter(({ phase, hook }) => phase === "validating" && hook.conditions.length === 0)
      .flatMap((entry) => WAYS.filter((way) => isOpen(entry, way)).map((way) => problemOf(entry, way))),
};

function isOpen({ hook, name, configuration }: WebhookEntry, way: Way): boolean {
  if (!way.named.test(`${configuration} ${name}`)) return false;
  if (!hook.rules.some(({ resources }) => resources.includes(way.resource))) return false;
  const isAsked = (["CREATE", "UPDATE"] as const).some((operation) => takes(hook, way, "", operation));
  return isAsked && !takes(hook, way, way.subresource, "UPDATE");
}

function problemOf({ of, name, base }: WebhookEntry, { resource, subresource, how, what }: Way): Problem {
  const full = `${resource}/${subresource}`;
  const message = `${how} by ${full}, for which it is not called`;
  const fix = `add ${full} to resources, if it checks ${what}`;
  return { of, webhook: name, path: [...base, "rules"], message, fix };
}

function takes(
  { rules }: WebhookEntry["hook"],
  { group, resource }: Way,
  subresource: string,
  operation: Operation,
): boolean {
  const subject = { operation, resource: { group, version: "v1", resource }, subresource, namespace: "any" };
  return rules.some((rule) => ruleMatches(rule, subject));
}

import type { Attributes } from "../../admission/attributes.ts";
import type { WebhookHook } from "../../admission/hook.ts";
import { partMatches, ruleMatches } from "../../admission/match/rules.ts";
import type { Plan } from "../../admission/plan.ts";
import type { KubeObject } from "../../api/meta.ts";
import type { LabelRequirement, Labels } from "../../api/selectors/label-selector.ts";
import { membersOf, record } from "../../json/value.ts";
import { isSlip } from "../near.ts";
import { placeIn, type Sources } from "../sources.ts";
import type { World } from "../world.ts";
import { ignoredSelector } from "./ignored-selector.ts";
import { webhookOwner } from "./owners.ts";
import type { SideEffect } from "./side-effect.ts";

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

/** A selector of a webhook, and the metadata of what it reads. */
interface Selecting {
  readonly member: "objectSelector" | "namespaceSelector";
  /** `the object`. */
  readonly what: string;
  readonly requirements: readonly LabelRequirement[];
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly name: string;
}

/** The selectors of a webhook that are valid and have something to read. */
const selectorsOf = (
  { objectSelector, namespaceSelector }: WebhookHook,
  { object, namespace }: Pick<Looked, "object" | "namespace">,
): Selecting[] =>
  [
    { selector: objectSelector, member: "objectSelector", what: "the object", seen: object } as const,
    {
      selector: namespaceSelector,
      member: "namespaceSelector",
      what: "the namespace",
      seen: namespace,
    } as const,
  ].flatMap(({ selector, member, what, seen }) => {
    if (selector.kind === "broken" || seen === null || seen === undefined) return [];
    // The options of CONNECT have no metadata.
    const { labels = {}, annotations = {}, name = "" } = membersOf<KubeObject["metadata"]>(seen.metadata);
    return [{ member, what, requirements: selector.selector.requirements, labels, annotations, name }];
  });

/** The object or its namespace was to be left out by a label, and has an annotation instead, or another value. */
export function notLeftOut(
  hook: WebhookHook,
  looked: Pick<Looked, "object" | "namespace">,
): SideEffect | undefined {
  for (const selecting of selectorsOf(hook, looked)) {
    for (const requirement of selecting.requirements) {
      const found = leavesOut(requirement) ? missed(requirement, selecting) : undefined;
      if (found !== undefined) return { ...found, path: [selecting.member] };
    }
  }
  return undefined;
}

const leavesOut = ({ operator }: LabelRequirement): boolean => operator === "notin" || operator === "!";

/** Says why a requirement that was to leave an object out holds. */
function missed(requirement: LabelRequirement, selecting: Selecting): Omit<SideEffect, "path"> | undefined {
  const { key, operator, values } = requirement;
  const { member, what, labels, annotations, name } = selecting;
  const label = labels[key];
  if (label !== undefined) {
    if (operator === "!" || !isRefusal(label) || !values.some(isRefusal)) return undefined;
    return {
      message: `its ${member} leaves out ${key}=${values.join(", ")}, and ${what} has ${key}=${label}`,
      advice: `write the value ${values.find(isRefusal) ?? ""}`,
    };
  }
  if (member === "namespaceSelector" && operator === "notin" && values.includes(name))
    return {
      message: `its ${member} leaves out ${key}=${name}, and the namespace ${name} has no label ${key}`,
      advice: "write the key kubernetes.io/metadata.name, a label with its name that every namespace has",
    };
  const near = nearLabel(requirement, labels);
  if (near !== undefined)
    return {
      message: `its ${member} leaves out what has the label ${key}, and ${what} has ${near}=${labels[near]}`,
      advice: `write the label ${key} of ${what}`,
    };
  if (annotations[key] === undefined) return undefined;
  return {
    message: `its ${member} leaves out what has the label ${key}, and ${what} has an annotation of that name: selectors look at labels only`,
    advice: `write ${key} as a label of ${what}, not as an annotation`,
  };
}

/** A label whose key has a slip of the fingers, and that leaves the object out when it is corrected. */
const nearLabel = ({ key, operator, values }: LabelRequirement, labels: Labels): string | undefined =>
  Object.entries(labels).find(
    ([one, value]) =>
      (isSlip(one, key) || one.toLowerCase() === key.toLowerCase()) &&
      (operator === "!" || values.includes(value)),
  )?.[0];

/**
 * Says which selectors of a webhook hold only because a label is absent: NotIn selects also what does not have the key. Empty if
 * none does.
 */
export const absentKeys = (hook: WebhookHook, looked: Pick<Looked, "object" | "namespace">): string[] =>
  selectorsOf(hook, looked).flatMap((selecting) => {
    const { requirements, member, what, labels } = selecting;
    const near = requirements.flatMap((one) => {
      const found = leavesOut(one) && labels[one.key] === undefined ? nearLabel(one, labels) : undefined;
      return found === undefined
        ? []
        : `${member} of ${hook.name} leaves out what has the label ${one.key}, and ${what} has ${found}=${labels[found]}: "${one.key}" is probably meant`;
    });
    return near.length > 0
      ? near
      : requirements
          .filter((one) => holdsByAbsence(one, selecting))
          .map(
            ({ key }) =>
              `${member} of ${hook.name} holds because ${what} has no label ${key}: NotIn selects also what does not have the key; with {key: ${key}, operator: Exists} beside it, only what has the label`,
          );
  });

/** True for a NotIn that holds because the key is absent, unless it is written so that absence is meant. */
function holdsByAbsence(
  { key, operator, values }: LabelRequirement,
  { labels, requirements }: Selecting,
): boolean {
  if (operator !== "notin" || labels[key] !== undefined) return false;
  const isMeant = values.every(isRefusal) || key === "kubernetes.io/metadata.name";
  return !isMeant && !requirements.some((one) => one.key === key && one.operator !== "notin");
}

/** Says that a webhook which cannot be reached was called for a pod of its own; undefined for other requests. */
export function ownPod(
  { target }: WebhookHook,
  object: KubeObject | null | undefined,
  { namespace, name }: Attributes,
  sources: Sources,
): Pick<SideEffect, "message" | "advice"> | undefined {
  const { service } = target.clientConfig;
  if (service === undefined || service.namespace !== namespace) return undefined;
  const found = sources.find("Service", service.name)?.object;
  const wanted = Object.entries(record(record(found?.spec).selector));
  const pod = object?.kind === "Pod" ? object : sources.find("Pod", name)?.object;
  const labels = record(record(pod?.metadata).labels);
  const { namespace: its = "default" } = record(found?.metadata);
  if (its !== namespace || wanted.length === 0 || wanted.some(([key, value]) => labels[key] !== value))
    return undefined;
  return {
    message:
      "the pod is one of its own: while none of its pods is ready, it is called for those that would replace them",
    advice: `leave ${namespace} out by its namespaceSelector, or write failurePolicy: Ignore; until then, only deleting the configuration lets the pod pass`,
  };
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

/** Names the rule of a webhook that is also for the subresource of a request. */
export function subresourceRule(hook: WebhookHook, attributes: Attributes, world: World): string[] {
  const { operation, resource, subresource } = attributes;
  const index = hook.rules.findIndex((one) => ruleMatches(one, attributes));
  const { kind, name, path } = webhookOwner(hook, world);
  const place = placeIn(world.sources.find(kind, name), [...path, "rules", index, "resources"]);
  const at = place === "" ? "" : ` (${place})`;
  return subresource === "" || index < 0
    ? []
    : [
        `${hook.name} is called because its rule for ${hook.rules[index]?.resources.join(", ")}${at} is also for ${operation} of ${resource.resource}/${subresource}`,
      ];
}

import type { Operation } from "../../../admission/attributes.ts";
import { partMatches, ruleMatches } from "../../../admission/match/rules.ts";
import type { GroupVersionResource } from "../../../api/group-version.ts";
import { oncePerObject } from "../../../async/once.ts";
import { walk } from "../../../cel/parse/walk.ts";
import { record, records, text } from "../../../json/value.ts";
import { type Hook, hooksWithExpressions } from "../../expressions/hook-expressions.ts";
import { fieldsOf, wordsOf } from "../../expressions/reads.ts";
import type { WebhookEntry } from "../../model/configurations.ts";
import type { Model } from "../../model/model.ts";
import type { Problem, Rule } from "../../rule.ts";

const SCALED: readonly GroupVersionResource[] = ["deployments", "statefulsets", "replicasets"].map(
  (resource) => ({ group: "apps", version: "v1", resource }),
);

/** Custom resources whose subresource scale changes spec.replicas. */
const scaledResources = (model: Model): GroupVersionResource[] =>
  model.of("CustomResourceDefinition").flatMap(({ object }) => {
    const { group, names, versions } = record(object.spec);
    return records(versions).flatMap(({ name, subresources }) =>
      record(record(subresources).scale).specReplicasPath === ".spec.replicas"
        ? [{ group: text(group), version: text(name), resource: text(record(names).plural) }]
        : [],
    );
  });

const PODS: GroupVersionResource = { group: "", version: "v1", resource: "pods" };

/**
 * kubectl scale and autoscalers write through the subresource, which a rule for the resource does not match.
 */
const scaleGap: Rule = {
  id: "scale-gap",
  severity: "warning",
  summary: "A validating policy checks replicas, but has no rule for the subresource scale that changes them",
  check: (model) =>
    hooksWithExpressions(model)
      .filter((hook) => hook.phase === "validating" && hook.webhook === "" && checks(hook, "replicas"))
      .flatMap((hook) => {
        const open = [...SCALED, ...scaledResources(model)].filter(
          (resource) => takes(hook, resource, "", "UPDATE") && !takesAnyVersion(hook, resource, "scale"),
        );
        if (open.length === 0) return [];
        const names = open.map(({ resource }) => `${resource}/scale`).join(", ");
        const message = `it checks replicas, but ${names} ${open.length === 1 ? "is" : "are"} in none of its rules: it does not check kubectl scale and autoscalers`;
        const fix = `add ${names} to resources (object is a Scale there)`;
        return [{ of: hook.of, path: ["spec", "matchConstraints", "resourceRules"], message, fix }];
      }),
};

/** kubectl debug adds ephemeral containers to running pods. */
export const containersGap: Rule = {
  id: "containers-gap",
  severity: "info",
  summary:
    "A validating policy checks spec.containers of pods, but not their init or ephemeral containers, or not their resize",
  check: (model) =>
    hooksWithExpressions(model)
      .filter((hook) => hook.phase === "validating" && hook.webhook === "" && takes(hook, PODS, "", "CREATE"))
      .filter((hook) => mentions(hook, "containers") && !mentions(hook, "template"))
      .flatMap((hook) => {
        const isMeant = checks(hook, "ephemeralContainers");
        const isAsked = takes(hook, PODS, "ephemeralcontainers", "UPDATE");
        const isLeft = (list: string) => !isCheckedByOther(list, hook, model);
        const missing = [
          ...(!mentions(hook, "initContainers") && isLeft("initContainers") ? ["initContainers"] : []),
          ...(!isMeant && mayBeEphemeral(hook) && isLeft("ephemeralContainers")
            ? ["ephemeralContainers (resource pods/ephemeralcontainers)"]
            : []),
        ];
        const message = `it checks containers, but not ${missing.join(" or ")}`;
        const fix = "check them too, if they matter";
        return [
          ...(isMeant && !isAsked ? [unasked(hook)] : []),
          ...resized(hook),
          ...(missing.length === 0 ? [] : [{ of: hook.of, path: ["spec", "validations"], message, fix }]),
        ];
      }),
};

/** False for a policy that is only about fields which ephemeral containers must not have. */
function mayBeEphemeral(hook: Hook): boolean {
  const fields = fieldsIn(hook);
  const has = (names: readonly string[]): boolean => names.some((name) => fields.has(name));
  return has(OF_EPHEMERAL) || !has(NOT_OF_EPHEMERAL);
}

const OF_EPHEMERAL = [
  "image",
  "imagePullPolicy",
  "securityContext",
  "command",
  "args",
  "env",
  "envFrom",
  "volumeMounts",
];
const NOT_OF_EPHEMERAL = [
  "ports",
  "resources",
  "lifecycle",
  "livenessProbe",
  "readinessProbe",
  "startupProbe",
];

/** True if another policy for pods reads the same fields of another list: some libraries have one policy for each list. */
function isCheckedByOther(list: string, hook: Hook, model: Model): boolean {
  const own = fieldsIn(hook);
  return (
    own.size > 0 &&
    hooksWithExpressions(model)
      .filter((other) => other.of !== hook.of && other.phase === "validating" && other.webhook === "")
      .filter((other) => checks(other, list) && other.rules.some(({ resources }) => resources.some(isOfPods)))
      .some((other) => [...own].every((field) => fieldsIn(other).has(field)))
  );
}

const isOfPods = (resource: string): boolean => /^(?:pods|\*)(?:\/|$)/.test(resource);

/** Names of the fields that a policy reads of containers. */
const fieldsIn = oncePerObject(({ expressions }: Hook): ReadonlySet<string> => {
  const fields = new Set<string>();
  for (const { use, expr } of expressions)
    if (use === "validation" || use === "variable")
      walk(expr, (one) => {
        const name = one.kind === "ident" ? undefined : fieldsOf(one).at(-1);
        if (name !== undefined && !AROUND.has(name)) fields.add(name);
      });
  return fields;
});

const AROUND: ReadonlySet<string> = new Set([
  "",
  "object",
  "spec",
  "containers",
  "initContainers",
  "ephemeralContainers",
]);

/** Resources of a running pod change through the subresource resize only. */
const resized = (hook: Hook): Problem[] =>
  (checks(hook, "limits") || checks(hook, "requests")) && !takes(hook, PODS, "resize", "UPDATE")
    ? [
        {
          of: hook.of,
          path: ["spec", "matchConstraints", "resourceRules"],
          message:
            "it checks resources of containers, but pods/resize is in none of its rules: resources of a pod that runs change there",
          fix: "add pods/resize with UPDATE, unless the first values alone matter",
        },
      ]
    : [];

/** The rules of a policy for ephemeral containers, which come through their subresource only. */
const unasked = ({ of }: Hook): Problem => ({
  of,
  path: ["spec", "matchConstraints", "resourceRules"],
  message:
    "it checks ephemeralContainers, but pods/ephemeralcontainers is in none of its rules, and a write of pods never adds one: kubectl debug is not checked",
  fix: "add pods/ephemeralcontainers to resources",
  severity: "warning",
});

/** True outside conditions, too: a condition only chooses objects. */
const checks = ({ expressions, ...hook }: Hook, word: string): boolean =>
  mentions({ ...hook, expressions: expressions.filter(({ use }) => use !== "condition") }, word);

const mentions = ({ expressions }: Hook, word: string): boolean =>
  expressions.some(({ use, expr }) => use !== "message" && use !== "audit" && wordsOf(expr).has(word));

const takes = (
  { rules }: Pick<Hook, "rules">,
  resource: GroupVersionResource,
  subresource: string,
  operation: Operation,
): boolean => rules.some((rule) => ruleMatches(rule, { operation, resource, subresource, namespace: "any" }));

const takesAnyVersion = ({ rules }: Hook, resource: GroupVersionResource, subresource: string): boolean =>
  rules.some((rule) =>
    (["apiGroups", "resources"] as const).every((part) =>
      partMatches(part, rule, { operation: "UPDATE", resource, subresource, namespace: "any" }),
    ),
  );

/** A subresource that changes fields which a webhook may check. */
interface Way extends GroupVersionResource {
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
  version: "v1",
  subresource: "scale",
  how: "kubectl scale and autoscalers change replicas",
  what: "replicas",
  named: /replica|scale|scaling/i,
};

const WAYS: readonly Way[] = [
  {
    ...PODS,
    subresource: "ephemeralcontainers",
    how: "kubectl debug adds containers to pods that run",
    what: "containers",
    named: /image|container|registr|privileg|securit/i,
  },
  {
    ...PODS,
    subresource: "resize",
    how: "kubectl patch --subresource resize changes resources of pods that run",
    what: "requests or limits",
    named: /resource|limit|request|cpu|memory/i,
  },
  ...["deployments", "statefulsets", "replicasets"].map((resource) => ({ ...SCALE, resource })),
];

const subresourceGap: Rule = {
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

/** Rules about subresources that change what a policy or a webhook checks. */
export const subresourceRules: readonly Rule[] = [scaleGap, containersGap, subresourceGap];

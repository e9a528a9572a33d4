import type { Rule as MatchRule } from "../../../admission/rule.ts";
import { isSlip, nearestName } from "../../../explain/near.ts";
import type { Manifest } from "../../../explain/offline/manifests.ts";
import { record } from "../../../json/value.ts";
import type { BindingEntry } from "../../model/configurations.ts";
import { type Endpoint, endpointsOf } from "../../model/endpoints.ts";
import { matchedRules } from "../../model/matched-rules.ts";
import type { Model } from "../../model/model.ts";
import { groupOf, nameOf, namespaceOf } from "../../model/names.ts";
import type { Problem, Rule } from "../../rule.ts";
import { nearReference } from "./near-references.ts";
import { roleNames } from "./role-names.ts";

/** The Service can be in other manifests: reported only if the right one is probably here. */
const serviceElsewhere: Rule = {
  id: "service-elsewhere",
  severity: "warning",
  summary: "The Service of a webhook is not among the manifests, but one with nearly its name is",
  check: (model) => {
    const endpoints = endpointsOf(model);
    const called = new Set(
      endpoints.map(({ config }) => `${config.service?.namespace}/${config.service?.name}`),
    );
    return [
      ...endpoints.flatMap((endpoint) => ofService(endpoint, model, called)),
      ...model.of("APIService").flatMap((of) => ofGroup(of, model, called)),
    ];
  },
};

/** An APIService whose Service does not exist: its group is not available, which also stops the deletion of namespaces. */
function ofGroup(of: Manifest, model: Model, called: ReadonlySet<string>): Problem[] {
  const { namespace, name } = record(record(of.object.spec).service);
  if (typeof namespace !== "string" || typeof name !== "string") return [];
  if (model.find("Service", namespace, name) !== undefined) return [];
  const there = model.of("Service").filter((one) => !called.has(`${namespaceOf(one)}/${nameOf(one)}`));
  const here = there.filter((one) => namespaceOf(one) === namespace);
  const [only] = here.length === 1 ? here : [];
  const right =
    misplaced({ namespace, name }, there, model)?.right ??
    (only !== undefined && sharesWord(name, nameOf(only)) ? `${namespace}/${nameOf(only)}` : undefined);
  if (right === undefined) return [];
  const message = `there is no Service ${namespace}/${name} among these manifests: there is ${right}; while the group is not available, no namespace can be deleted`;
  return [{ of, path: ["spec", "service", "name"], message, fix: `write ${right}` }];
}

/** True for `metrics-server` and `metrics-adapter`. */
const sharesWord = (a: string, b: string): boolean =>
  a.split("-").some((word) => word.length >= 4 && b.split("-").includes(word));

function ofService(
  { of, webhook, path, config }: Endpoint,
  model: Model,
  called: ReadonlySet<string>,
): Problem[] {
  const { service } = config;
  if (service === undefined || model.find("Service", service.namespace, service.name) !== undefined)
    return [];
  const services = model.of("Service").filter((one) => !called.has(`${namespaceOf(one)}/${nameOf(one)}`));
  const beside = endpointsOf(model)
    .filter((one) => one.of === of && one.config.service?.name === service.name)
    .map((one) => one.config.service?.namespace);
  const found = misplaced(service, services, model) ?? slipped(service, model, beside);
  if (found === undefined) return [];
  const message = `there is no Service ${service.namespace}/${service.name} among these manifests: there is ${found.right}`;
  return [{ of, webhook, path: [...path, "service", found.field], message, fix: `write ${found.right}` }];
}

/**
 * Returns the Service that is meant by a slip in one of its names, even if other webhooks are behind it. `beside`: the
 * namespaces in which webhooks of the configuration call a Service of this name.
 */
function slipped(
  { namespace, name }: { readonly namespace: string; readonly name: string },
  model: Model,
  beside: readonly (string | undefined)[],
) {
  const [meant, ...more] = model.of("Service").flatMap((one) => {
    const [home, own] = [namespaceOf(one), nameOf(one)];
    if (home === namespace && isSlip(name, own)) return [{ right: `${home}/${own}`, field: "name" }];
    return own === name && (isSlip(namespace, home) || beside.includes(home))
      ? [{ right: `${home}/${own}`, field: "namespace" }]
      : [];
  });
  return more.length === 0 ? meant : undefined;
}

/** Parameters can be in other manifests, too. */
const paramsElsewhere: Rule = {
  id: "params-elsewhere",
  severity: "warning",
  summary: "The parameter of a binding is not among the manifests, but one with nearly its name is",
  check: (model) => model.bindings.flatMap((one) => ofBinding(one, model)),
};

function ofBinding({ of, phase, binding }: BindingEntry, model: Model): Problem[] {
  const { policyName, paramRef } = binding;
  const policy = model.policies.find((one) => one.phase === phase && one.name === policyName);
  const kind = policy?.policy.paramKind;
  if (kind === undefined || paramRef === undefined || paramRef.name === "" || paramRef.namespace === "")
    return [];
  if (model.find(kind.kind, paramRef.namespace, paramRef.name) !== undefined) return [];
  const all = model.of(kind.kind).filter((one) => groupOf(one) === kind.group);
  const found = misplaced(paramRef, all, model);
  if (found === undefined) return [];
  const message = `there is no ${kind.kind} ${paramRef.namespace}/${paramRef.name} among these manifests: there is ${found.right}`;
  return [{ of, path: ["spec", "paramRef", found.field], message, fix: `write ${found.right}` }];
}

type Names = { readonly namespace: string; readonly name: string };

/** Returns the object that is probably meant: with a near name, or in another namespace if this one has nothing. */
function misplaced(
  { namespace, name }: Names,
  there: readonly Manifest[],
  { manifests }: Model,
): { readonly right: string; readonly field: "name" | "namespace" } | undefined {
  const here = there.filter((one) => [namespace, ""].includes(namespaceOf(one)));
  const near = nearestName(name, here.map(nameOf));
  if (near !== undefined) return { right: `${namespace}/${near}`, field: "name" };
  if (manifests.some((one) => namespaceOf(one) === namespace)) return undefined;
  const same = there.filter((one) => nameOf(one) === name);
  const [only] = same.length === 1 ? same : [];
  if (only !== undefined) return { right: `${namespaceOf(only)}/${name}`, field: "namespace" };
  // Both names are without the prefixes that a tool gave the other objects.
  const renamed = there.filter(
    (one) => isPrefixed(nameOf(one), name) && isPrefixed(namespaceOf(one), namespace),
  );
  const [other] = renamed.length === 1 ? renamed : [];
  return other && { right: `${namespaceOf(other)}/${nameOf(other)}`, field: "name" };
}

const isPrefixed = (long: string, short: string): boolean => long.endsWith(`-${short}`);

/** Suffix that built-in groups without a dot do not have. */
const SUFFIX = ".k8s.io";

/** Groups of extensions also end in k8s.io: only a group that is near a built-in one is certainly wrong. */
const inventedGroup: Rule = {
  id: "invented-group",
  severity: "error",
  summary: "A rule names a group that does not exist, and is near one that does",
  check: (model) =>
    matchedRules(model).flatMap(({ of, webhook, path, rule }) =>
      rule.apiGroups.flatMap((group, index): Problem[] => {
        const defined = groupOfDefinitions(group, rule, model);
        const right = rightGroup(group, model) ?? groupOfResources(group, rule, model) ?? defined;
        if (right === undefined) return [];
        const written = right === "" ? '"", the core group' : right;
        const message = `there is no group "${group}": the resources are in ${written}, so the entry matches nothing`;
        const fix = `write ${right === "" ? '""' : right}`;
        return [{ of, webhook, path: [...path, "apiGroups", index], message, fix }];
      }),
    ),
};

function rightGroup(group: string, { registry }: Model): string | undefined {
  if (!group.endsWith(SUFFIX) || registry.group(group) !== undefined) return undefined;
  const short = group.slice(0, -SUFFIX.length);
  if (short === "core" || short === "v1") return "";
  if (registry.group(short) !== undefined) return short;
  return SHORTENED[short];
}

/** The group of a built-in resource that has given the group its name: `networking.k8s.io` for `ingress.k8s.io`. */
function groupOfResources(group: string, { resources }: MatchRule, { registry }: Model): string | undefined {
  const short = group.endsWith(SUFFIX) ? group.slice(0, -SUFFIX.length) : "";
  if (short.length < 3 || registry.group(group) !== undefined) return undefined;
  const named = resources.filter((one) => one.startsWith(short));
  const found = registry.resources.filter(({ plural }) => named.includes(plural)).map((one) => one.group);
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** The group of the definitions that have the resources, if it has another domain, such as `.dev` for `.com`. */
function groupOfDefinitions(
  group: string,
  { resources, apiGroups }: MatchRule,
  { registry, complete }: Model,
): string | undefined {
  if (complete || !group.includes(".") || registry.group(group) !== undefined) return undefined;
  const named = resources.map((one) => one.split("/", 1)[0]);
  const found = registry.resources.filter((one) => one.custom && named.includes(one.plural));
  const [only, ...more] = new Set(found.map((one) => one.group));
  const [labels, others] = [group, only ?? ""].map((one) => one.split("."));
  const different = labels?.filter((label, index) => label !== others?.[index]) ?? [];
  const isNear = labels?.length === others?.length && labels?.[0] === others?.[0] && different.length === 1;
  return more.length > 0 || only === undefined || !isNear || apiGroups.includes(only) ? undefined : only;
}

/** Names of built-in groups that are often shortened or misspelt. */
const SHORTENED: Readonly<Record<string, string>> = {
  network: "networking.k8s.io",
  networks: "networking.k8s.io",
  rbac: "rbac.authorization.k8s.io",
  apiextension: "apiextensions.k8s.io",
  admission: "admissionregistration.k8s.io",
  admissionregistrations: "admissionregistration.k8s.io",
  store: "storage.k8s.io",
  certificate: "certificates.k8s.io",
  schedule: "scheduling.k8s.io",
};

/** Rules about names of objects and groups that are nearly right. */
export const elsewhereRules: readonly Rule[] = [
  serviceElsewhere,
  paramsElsewhere,
  inventedGroup,
  nearReference,
  roleNames,
];

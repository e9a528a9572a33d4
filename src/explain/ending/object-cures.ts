import { compileSelector } from "../../admission/hooks/compile-match.ts";
import { parseGroupVersion } from "../../api/group-version.ts";
import { once } from "../../async/once.ts";
import { type Json, type JsonObject, record, records, text, texts } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { uncountable } from "../../resources/kinds/core/resource-quota/validate.ts";
import { compilePattern } from "../../schema/pattern.ts";
import { replicasOf } from "../pods/pod-budget.ts";
import { podTemplate } from "../pods/pod-template.ts";
import { type Path, valueAt } from "../sources.ts";
import type { World } from "../world.ts";
import { adviceFor } from "./known-refusals.ts";

/** A refused value, with what is around it. */
interface Refused {
  /** The message of the server. */
  readonly told: string;
  readonly value: Json | undefined;
  readonly path: Path;
  readonly object: JsonObject;
  readonly world: World;
}

/** Refusals whose cure depends on the value, on the rest of the object, or on other objects of the manifests. */
const CURES: readonly (readonly [text: string, cure: (refused: Refused) => string])[] = [
  ["must contain at least one letter", unquotedPort],
  ["RFC 1123 (?:subdomain|label) must consist of|DNS-1035 label must consist of", validName],
  [String.raw`data\[[^\]]+\]: Required value`, otherKeys],
  [String.raw`data\[\.docker(?:configjson|cfg)\]: Invalid value`, encodedTwice],
  [String.raw`\(oneOf\)`, alternatives],
  ["provided port is already allocated", ownerOfPort],
  ["must be no more than 63", longLabel],
  ["unsupported scope applied to resource", otherQuota],
  ["must be a standard resource for quota", countedKind],
  [String.raw`is invalid: \[?status(?:\.\w+)*: Required value`, requiredStatus],
];

const matchers = once(() => CURES.map(([text, cure]) => ({ matches: compilePattern(text), cure })));

/** Returns the cure of a refusal that the object tells; empty if it tells none. */
export const objectCure = (refused: Omit<Refused, "value">): string => {
  const value = valueAt(refused.object, refused.path);
  const found = matchers().find(({ matches }) => matches(refused.told));
  return found?.cure({ ...refused, value }) ?? "";
};

/** The status of a new object is dropped before the validation. */
function requiredStatus({ object: { kind } }: Refused): string {
  return `a create drops the status, which only the subresource status writes: in the CustomResourceDefinition of ${text(kind)}, take status out of required of the root`;
}

function unquotedPort({ value }: Refused): string {
  return /^\d+$/.test(text(value))
    ? `write the number without quotes (${text(value)}): a text is the name of a port, and has a letter`
    : "";
}

/** The name that remains without the parts which names do not have. */
function validName({ told, value }: Refused): string {
  const written = text(value);
  const [bare = ""] = written.split("://").at(-1)?.split(/[/:]/) ?? [];
  const name = bare.toLowerCase().replaceAll(/[_\s]+/g, "-");
  if (name === written || !/^[a-z](?:[a-z0-9.-]*[a-z0-9])?$/.test(name)) return "";
  const rule =
    bare === written ? adviceFor(told) : "a name has no scheme in front, and no port and path behind";
  return `${rule}: write ${name}`;
}

/** The keys that a Secret has in the place of those of its type. */
function otherKeys({ object: { kind, data, stringData, type } }: Refused): string {
  const wanted = KEYS[text(type)] ?? [];
  const others = Object.keys({ ...record(data), ...record(stringData) }).filter(
    (key) => !wanted.includes(key),
  );
  return kind !== "Secret" || wanted.length === 0 || others.length === 0
    ? ""
    : `a Secret of the type ${text(type)} has the keys ${wanted.join(" and ")}, and this one has ${others.join(", ")}: rename them`;
}

const KEYS: Readonly<Record<string, readonly string[]>> = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
  "kubernetes.io/dockercfg": [".dockercfg"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
};

function encodedTwice({ path, object: { data, stringData } }: Refused): string {
  const key = String(path.at(-1));
  const decode = (one: string): string => Buffer.from(one, "base64").toString();
  const plain = record(stringData)[key];
  const once = plain === undefined ? decode(text(record(data)[key])) : text(plain);
  if (isObject(once)) return "";
  return isObject(decode(once))
    ? "the value is encoded twice: a text that is in base64 already belongs into data, and stringData has the JSON itself"
    : 'the value is the JSON of a login: {"auths": {"registry.example.com": {"auth": …}}}';
}

const isObject = (json: string): boolean => typeof attempt(() => JSON.parse(json)) === "object";

/** The alternatives of a schema that the value meets at once, by the fields that they require. */
function alternatives({ value, path, object, world }: Refused): string {
  const { group, version } = parseGroupVersion(text(object.apiVersion));
  const definition = world
    .definitions()
    .map(({ spec }) => record(spec))
    .find((spec) => spec.group === group && record(spec.names).kind === object.kind);
  const served = records(definition?.versions).find(({ name }) => name === version);
  let schema = record(record(served?.schema).openAPIV3Schema);
  for (const part of path)
    schema = record(
      typeof part === "number"
        ? schema.items
        : (record(schema.properties)[part] ?? schema.additionalProperties),
    );
  const all = records(schema.oneOf).map(({ required }) => texts(required));
  const met = all.filter((names) => names.every((name) => record(value)[name] !== undefined));
  if (all.length === 0 || all.some((names) => names.length === 0)) return "";
  const told = (list: readonly (readonly string[])[], word: string): string =>
    list.map((names) => names.join(" with ")).join(` ${word} `);
  return met.length === 0
    ? `set one of its alternatives: ${told(all, "or")}`
    : met.length > 1
      ? `its alternatives exclude each other, and ${told(met, "and")} are set at once: keep one of them`
      : "";
}

/** The Service of the manifests that has the node port. */
function ownerOfPort({ value, world: { sources } }: Refused): string {
  const found = (sources.names?.("Service") ?? []).find((name) => {
    const { ports } = record(sources.find("Service", name)?.object.spec);
    return records(ports).some(({ nodePort }) => nodePort === value);
  });
  const { namespace = "default" } = record(sources.find("Service", found ?? "")?.object.metadata);
  return found === undefined || value === undefined
    ? ""
    : `Service ${text(namespace)}/${found} has ${String(value)}: choose another one, or leave it out, and the server chooses`;
}

/** The amounts that a quota cannot count with its scopes. */
function otherQuota({ object: { spec } }: Refused): string {
  const names = uncountable(record(spec));
  return names.length === 0
    ? ""
    : `with these scopes, a quota cannot count ${names.join(", ")}: limit it in another quota, which has no scope`;
}

/** The name under which a quota counts the objects of a kind. */
function countedKind({ path, world: { registry } }: Refused): string {
  const name = String(path.at(-1));
  const kinds = registry.groups.flatMap(({ versions }) =>
    versions.flatMap(({ resources }) => resources.map(({ kind }) => kind)),
  );
  const [group, ...more] = new Set(kinds.flatMap((kind) => (kind.plural === name ? kind.group : [])));
  return group === undefined || more.length > 0
    ? ""
    : `a quota counts objects of this kind as count/${name}${group === "" ? "" : `.${group}`}`;
}

/** The label whose value is too long. That of a revision is made by a controller. */
function longLabel({ told, object }: Refused): string {
  const { labels, ownerReferences, name } = record(object.metadata);
  const all = { ...record(podTemplate(object)?.metadata.labels), ...record(labels) };
  const [key] = Object.entries(all).find(([, value]) => text(value).length > 63) ?? [];
  const [owner] = records(ownerReferences);
  if (key === undefined)
    return text(name).length > 63 && told.includes(`Invalid value: "${text(name)}"`)
      ? `a label of the pods has the name of the ${text(object.kind)}: give it a name of at most 63 characters`
      : "";
  return key === "controller-revision-hash" && owner?.kind === "StatefulSet"
    ? "its controller gives each pod the label controller-revision-hash, the name of the StatefulSet with a hash, and a label has at most 63 characters: a name of at most 52 characters leaves room"
    : `the value of the label ${key} has at most 63 characters: longer texts belong into an annotation`;
}

/** Says which budgets select a pod, which cannot be evicted then; empty if the manifests do not tell it. */
export function budgetsOf(name: string, namespace: string, world: World): string {
  const budgets = budgetsOver(name, namespace, world);
  return budgets.length < 2
    ? ""
    : `: ${budgets.join(" and ")} select it, and one of them has to select other pods`;
}

/** The names of the budgets among the manifests that select a pod. */
export function budgetsOver(name: string, namespace: string, { sources }: World): string[] {
  const pod = record(sources.find("Pod", name)?.object.metadata);
  return (sources.names?.("PodDisruptionBudget") ?? []).filter((one) => {
    const { metadata, spec } = record(sources.find("PodDisruptionBudget", one)?.object);
    const compiled = compileSelector(record(spec).selector);
    const labels = record(pod.labels) as Readonly<Record<string, string>>;
    return (
      (record(metadata).namespace ?? "default") === namespace &&
      compiled.kind === "selector" &&
      compiled.selector.matches(labels)
    );
  });
}

/** Number of the pods of a budget, from the workloads among the manifests; NaN if they do not tell it. */
export function podsOver({ metadata, spec }: JsonObject, { sources }: World): number {
  const compiled = compileSelector(record(spec).selector);
  const workloads = SCALED.flatMap((kind) =>
    (sources.names?.(kind) ?? []).map((name) => record(sources.find(kind, name)?.object)),
  ).filter((one) => {
    const labels = record(podTemplate(one)?.metadata.labels) as Readonly<Record<string, string>>;
    const isHere = record(one.metadata).namespace === record(metadata).namespace;
    return isHere && compiled.kind === "selector" && compiled.selector.matches(labels);
  });
  return workloads.length === 0 ? Number.NaN : workloads.reduce((sum, one) => sum + replicasOf(one), 0);
}

const SCALED = ["Deployment", "StatefulSet", "ReplicaSet"];

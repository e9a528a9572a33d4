import { type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { pluralOf } from "../../resources/define/plural-of.ts";
import { conflictFields } from "../ending/ownership.ts";
import type { Manifest } from "../offline/manifests.ts";
import { titleOf } from "../offline/unserved.ts";
import { budgetedPods, podBudget, replicasOf } from "../pods/pod-budget.ts";
import { podSpecPath, podTemplate } from "../pods/pod-template.ts";
import { appliedPath } from "../refused/applied-path.ts";
import { fieldPath } from "../refused/field-path.ts";
import { holdersOf, type ToldPlace } from "../refused/holders.ts";
import { printedItems } from "../refused/printed-items.ts";
import { amountsTold, COUNTED } from "../refused/told-amounts.ts";
import { isPodOf } from "../refused/told-words.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import { textReader } from "../text-table.ts";
import { headless } from "./headless.ts";

type Finder = (
  match: readonly string[],
  manifests: readonly Manifest[],
  message: string,
) => readonly (ToldPlace | undefined)[];

/** Texts about an object that limits another one, which they name or which applies to it. */
const finderFor = textReader<Finder>({
  'conflicts?(?::| with) .*?"([^"]+)"(?: with subresource "\\w+")? using ([\\w./-]+)': (
    [, manager = "", version],
    manifests,
    message,
  ) =>
    placesOfConflict(
      manifests.filter(({ object }) => object.apiVersion === version),
      conflictFields(message),
      manager,
    ),
  '"([^"]+)" is forbidden: failed quota: ([\\w.-]+): must specify ([\\w.,/-]+)': (
    [, pod = "", quota = "", keys = ""],
    manifests,
  ) => [
    ...manifests.flatMap((one) => unlimited(one, pod, keys.split(","))),
    ...find(manifests, "ResourceQuota", quota).map((one) =>
      place(one, ["spec", "hard", keys.split(",")[0] ?? ""]),
    ),
  ],
  'ValidationError\\((\\w+)((?:\\.\\w+)*)\\): unknown field "(\\w+)"': (
    [, kind = "", path = "", field = ""],
    manifests,
  ) =>
    manifests.flatMap((one) => {
      const at = [...path.split(".").slice(1), field];
      return one.object.kind === kind && valueAt(one.object, at) !== undefined ? [place(one, at)] : [];
    }),
  "exceeded quota: ([\\w.-]+), requested: ([\\w./-]+)=": ([, name = "", key = ""], manifests) =>
    find(manifests, "ResourceQuota", name).map((one) => place(one, ["spec", "hard", key])),
  "(maximum|minimum) ([\\w./-]+) usage per (\\w+) is ([\\w.]+), but (?:limit|request) is ": (
    [, bound = "", resource = "", type = "", most = ""],
    manifests,
    message,
  ) => [
    ...manifests.map((one) => limitOf(one, [type, bound === "maximum" ? "max" : "min", resource], most)),
    ...ownersOr(manifests, message).flatMap((one) => {
      const pods = podSpecPath(one.object);
      return amountsTold(message, record(valueAt(one.object, pods))).map((path) =>
        place(one, [...pods, ...path]),
      );
    }),
  ],
  'evicting pods?/"([^"]+)" -n "([^"]+)"': ([, pod = "", namespace = ""], manifests) => {
    const [owner] = manifests.filter(
      ({ object }) =>
        podTemplate(object) !== undefined &&
        record(object.metadata).namespace === namespace &&
        isPodOf(text(record(object.metadata).name), pod),
    );
    return owner === undefined ? [] : manifests.map((one) => budgetOf(one, namespace, owner.object));
  },
  'persistentvolumeclaims "([^"]+)" is forbidden: only dynamically provisioned': ([, name = ""], manifests) =>
    find(manifests, "PersistentVolumeClaim", name)
      .flatMap(({ object }) => find(manifests, "StorageClass", text(record(object.spec).storageClassName)))
      .map((one) => place(one, ["allowVolumeExpansion"])),
  " does not contain declared merge key: (\\w+)": ([, key = ""], manifests, message) =>
    manifests.flatMap((one) => printedItems(one.object, message, key).map((path) => place(one, path))),
  '(\\w+) "([^"]+)" in namespace "[^"]*" exists and cannot be imported': (
    [, kind = "", name = ""],
    manifests,
  ) => find(manifests, kind, name).map((one) => place(one, ["metadata"])),
  '([A-Za-z]+)[\\w.-]* "([^"]+)" is invalid: (?:.*?[^\\w.])?([\\w.]+): Invalid value: (?:""|0x0|null): (?:field is immutable|must be specified for an update)':
    ([, word = "", name = "", field = ""], manifests) => {
      const named = manifests.filter(
        ({ object: { kind, metadata } }) => record(metadata).name === name && isWordOf(text(kind), word),
      );
      const homes = new Set(named.flatMap(({ object }) => record(object.metadata).namespace ?? []));
      return homes.size > 1 ? [] : named.flatMap((one) => appliedBefore(one, field));
    },
  "could not find the requested resource \\(post ([\\w.-]+)\\)": ([, name = ""], manifests) =>
    find(manifests, "CustomResourceDefinition", name).map((one) => {
      const { scope, versions } = record(one.object.spec);
      const served = records(versions).flatMap((version) => (version.served ? text(version.name) : []));
      const says = `${titleOf(one.object)} has the scope ${text(scope)} and serves ${served.join(", ") || "no version"}`;
      return { says, at: one.line(["spec", "scope"]) };
    }),
  '(?:namespaces? "?([a-z0-9-]+)"?.* is ensuring all content|in namespace ([a-z0-9-]+) because it is being)':
    ([, deleted, home], manifests) => find(manifests, "Namespace", deleted || home || "").flatMap(holdersOf),
  '"([^"]+)" is forbidden: violates PodSecurity "([\\w-]+):': ([, pod = "", level = ""], manifests) => {
    const path = ["metadata", "labels", PSA];
    return find(manifests, "Namespace", homeOf(pod, manifests)).flatMap((one) => {
      const own = valueAt(one.object, path);
      const says = `${titleOf(one.object)} has no label ${PSA} here, without which the default of the server holds`;
      return own === level
        ? [place(one, path)]
        : own === undefined
          ? [{ says, at: one.line(["metadata"]) }]
          : [];
    });
  },
  '(?s)roles\\.rbac\\.authorization\\.k8s\\.io "([^"]+)" is forbidden: .*\\{APIGroups:\\[[^\\]]*\\], Resources:\\["([^"]+)"':
    ([, name = "", resource = ""], manifests) =>
      [...find(manifests, "Role", name), ...find(manifests, "ClusterRole", name)].map((one) => {
        const index = records(one.object.rules).findIndex(
          ({ resources }) => Array.isArray(resources) && resources.includes(resource),
        );
        return index < 0 ? undefined : place(one, ["rules", index]);
      }),
  'no matches for kind "(\\w+)" in version "constraints\\.gatekeeper\\.sh/': ([, kind = ""], manifests) =>
    manifests
      .filter(({ object }) => {
        const names = valueAt(object, ["spec", "crd", "spec", "names"]);
        return object.kind === "ConstraintTemplate" && record(names).kind === kind;
      })
      .flatMap(brokenTemplate),
  "error validating data: .*(kind|apiVersion) not set": ([, head = ""], manifests) =>
    manifests
      .filter(({ object }) => object[head] === undefined && Object.keys(object).length > 0)
      .map((one) => headless(one, head)),
  "https?://[\\w-]+\\.([\\w-]+)\\.svc\\S*: x509: certificate signed by unknown authority": (
    [, namespace = ""],
    manifests,
  ) =>
    manifests.flatMap((one) => {
      const calls = JSON.stringify([one.object.webhooks ?? "", record(one.object.spec).conversion ?? ""]);
      if (!calls.includes(`"namespace":"${namespace}"`)) return [];
      return Object.entries(record(record(one.object.metadata).annotations)).flatMap(([key, value]) => {
        const [, home] = /^([^/]+)\/[^/]+$/.exec(text(value)) ?? [];
        if (!key.startsWith("cert-manager.io/inject-ca-from") || home === undefined || home === namespace)
          return [];
        const says = `${key} names the namespace ${home}, and the Service of the webhook is in ${namespace}`;
        return [{ says, at: one.line(["metadata", "annotations", key]) }];
      });
    }),
  "x509: certificate is valid for (.+), not ([\\w.-]+)": ([, there = "", wanted = ""], manifests) =>
    manifests.map((one) => {
      const names = one.object.kind === "Certificate" ? record(one.object.spec).dnsNames : undefined;
      const isThis =
        Array.isArray(names) &&
        !names.includes(wanted) &&
        there.split(/, | and /).some((name) => names.includes(name));
      return isThis ? place(one, ["spec", "dnsNames"]) : undefined;
    }),
});

const PSA = "pod-security.kubernetes.io/enforce";
const APPLIED = ["metadata", "annotations", "kubectl.kubernetes.io/last-applied-configuration"];

/** True for a kind, and for its resource, which is the plural. */
const isWordOf = (kind: string, word: string): boolean =>
  [kind.toLowerCase(), pluralOf(kind)].includes(word.toLowerCase());

/** The annotation of an object with the manifest that was applied last, if this has a field which is refused as empty. */
function appliedBefore(one: Manifest, field: string): ToldPlace[] {
  const applied = attempt((): Json => JSON.parse(text(valueAt(one.object, APPLIED))));
  if (valueAt(applied, fieldPath(field, one.object)) === undefined) return [];
  const { says, at } = place(one, APPLIED);
  return [{ says: `${says}, which has ${field}: an apply of a manifest without it takes it away`, at }];
}

/** A template of Gatekeeper, and why it did not make the kind of its constraints, as its status says. */
function brokenTemplate(template: Manifest): ToldPlace[] {
  const { generation } = record(template.object.metadata);
  const isNow = ({ observedGeneration = generation }: JsonObject): boolean =>
    generation === undefined || observedGeneration === generation;
  const pods = records(record(template.object.status).byPod).filter(isNow);
  const [said] = pods.flatMap(({ errors }) => records(errors)).flatMap(({ message }) => text(message) || []);
  const { says, at } = place(template, ["spec", "targets"]);
  return [{ says: said === undefined ? says : `${says}, whose status says: ${said}`, at }];
}

/** Places in objects that limit what was refused: a quota, a range, a budget, a class, the level of a namespace. */
export function limitsIn(message: string, manifests: readonly Manifest[]): ToldPlace[] {
  const found = finderFor(message);
  const [, pod = ""] = FORBIDDEN.exec(message) ?? [];
  const home = pod === "" ? "" : homeOf(pod, manifests);
  const near = manifests.filter(({ object: { metadata } }) => {
    const { namespace = home } = record(metadata);
    return home === "" || namespace === home;
  });
  return (found?.known(found.groups, near, message) ?? []).filter((one) => one !== undefined);
}

/** The only namespace in which a pod, or a workload that it may belong to, is among the manifests; empty if there is none. */
function homeOf(pod: string, manifests: readonly Manifest[]): string {
  const homes = ownersOf(pod, manifests).map(({ object }) => text(record(object.metadata).namespace));
  const [home = "", ...others] = new Set(homes);
  return others.length > 0 ? "" : home;
}

const FORBIDDEN = /pods? "([^"]+)" is forbidden: /;

/** A pod, and the workloads that it may belong to. */
const ownersOf = (pod: string, manifests: readonly Manifest[]): readonly Manifest[] =>
  manifests.filter(({ object }) => {
    const { name } = record(object.metadata);
    const isOwner = podTemplate(object) !== undefined && isPodOf(text(name), pod);
    return isOwner || (object.kind === "Pod" && name === pod);
  });

/** The owners of the pod that was refused; all manifests if they have none. */
function ownersOr(manifests: readonly Manifest[], message: string): readonly Manifest[] {
  const [, pod = ""] = FORBIDDEN.exec(message) ?? [];
  const owners = ownersOf(pod, manifests);
  return owners.length > 0 ? owners : manifests;
}

const find = (manifests: readonly Manifest[], kind: string, name: string): readonly Manifest[] =>
  manifests.filter(({ object }) => object.kind === kind && record(object.metadata).name === name);

/** An object, or a place in it, in words. */
export function place({ object, line }: Manifest, path: Path = []): ToldPlace {
  const where = path.length === 0 ? "" : `${pointerOf(path)} of `;
  const says = `it is about ${where}${titleOf(object)}`;
  return { says, at: line(path.length === 0 ? ["metadata", "name"] : path) };
}

/** The fields of an apply that conflicts, and their manager, in the only object that has all these fields. */
function placesOfConflict(
  manifests: readonly Manifest[],
  fields: readonly string[],
  manager: string,
): ToldPlace[] {
  const [only, ...more] = manifests.flatMap((one) => {
    const paths = fields.map((field) => appliedPath(one.object, field));
    return paths.every((path) => path !== undefined) ? [{ one, paths }] : [];
  });
  return only === undefined || more.length > 0
    ? []
    : [...managerOf(only.one, manager), ...only.paths.map((path) => place(only.one, path))];
}

/** An entry of managedFields of a manager that wrote by an update, which is not the manager of an apply with this name. */
function managerOf({ object, line }: Manifest, manager: string): ToldPlace[] {
  const entries = records(record(object.metadata).managedFields);
  const index = entries.findIndex((one) => one.manager === manager && one.operation === "Update");
  if (index < 0) return [];
  const said = `in ${text(object.kind)}/${text(record(object.metadata).name)}, ${manager} wrote by operation Update: for the server, an apply with the same name is another manager`;
  return [{ says: said, at: line(["metadata", "managedFields", index]) }];
}

/** The containers of a workload whose pods lack an amount that a quota counts, such as limits.cpu. */
function unlimited(one: Manifest, pod: string, keys: readonly string[]): ToldPlace[] {
  const { at = "", spec } = podTemplate(one.object) ?? {};
  if (spec === undefined || !isPodOf(text(record(one.object.metadata).name), pod)) return [];
  return COUNTED.flatMap((list) =>
    records(spec[list]).flatMap(({ resources }, index) => {
      const isWhole = keys.every((key) => {
        const [kind = "", name = ""] = key.includes(".") ? key.split(".") : ["requests", key];
        return record(record(resources)[kind])[name] !== undefined;
      });
      return isWhole ? [] : [place(one, [...at.split("/").slice(1), "spec", list, index])];
    }),
  );
}

function limitOf(one: Manifest, [type = "", bound = "", resource = ""]: readonly string[], value: string) {
  const limits = one.object.kind === "LimitRange" ? records(record(one.object.spec).limits) : [];
  const index = limits.findIndex(
    (limit) => limit.type === type && String(record(limit[bound])[resource]) === value,
  );
  return index < 0 ? undefined : place(one, ["spec", "limits", index, bound, resource]);
}

function budgetOf(one: Manifest, namespace: string, owner: JsonObject): ToldPlace | undefined {
  const { kind, metadata, spec } = one.object;
  if (kind !== "PodDisruptionBudget" || record(metadata).namespace !== namespace) return undefined;
  const labels = record(podTemplate(owner)?.metadata.labels);
  const wanted = Object.entries(record(record(record(spec).selector).matchLabels));
  if (wanted.length === 0 || !wanted.every(([key, value]) => labels[key] === value)) return undefined;
  const pods = replicasOf(owner);
  const { field, value, allowed } = podBudget(one.object, pods);
  const { says, at } = place(one, ["spec", field]);
  const never = `${field} ${value} never allows the eviction${budgetedPods(pods)}: run more, or change it`;
  return { says: allowed <= 0 ? `${says}: ${never}` : says, at };
}

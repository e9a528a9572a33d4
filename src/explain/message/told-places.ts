import { type JsonObject, record, records, text } from "../../json/value.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import { budgetedPods, podBudget, replicasOf } from "../pods/pod-budget.ts";
import { podSpecPath, podTemplate } from "../pods/pod-template.ts";
import { REFERENCES } from "../refused/references.ts";
import { pathOfKey, pathsIn } from "../refused/told-paths.ts";
import { isNamed, isNamedByKind, isPodOf, readWords } from "../refused/told-words.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";
import { textReader } from "../text-table.ts";

/** Most places that a cause names. */
const MOST = 3;

/** Configurations, which are looked up by the name of the webhook or policy, and objects around the request. */
const OTHERS =
  /^(?:Namespace|CustomResourceDefinition|(?:Mutating|Validating)(?:WebhookConfiguration|AdmissionPolicy(?:Binding)?)|(?:Cluster)?Role(?:Binding)?|ServiceAccount)$/;

/** Kinds around the request whose keys products read. */
const READ_BY_PRODUCTS =
  /^(?:Namespace|(?:Cluster)?RoleBinding|(?:Mutating|Validating)WebhookConfiguration)$/;

/** An object among the manifests, and the places in it that the text of an error names. */
interface Told {
  readonly manifest: Manifest;
  readonly isNamed: boolean;
  /** True if the text names it with its kind. */
  readonly isByKind: boolean;
  readonly paths: readonly Path[];
}

/** Adds to a cause the objects among the manifests that the text of an error names, with the places in them. */
export function withPlaces(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  const limits = limitsIn(message, manifests);
  const others = cause.code === "call-failed" ? [] : namedPlaces(message, manifests, limits.length > 0);
  const places = [...new Map([...others, ...limits].map((one) => [one.says, one])).values()];
  const [first, ...more] = [...places.slice(0, MOST), ...missingAmong(message, manifests)];
  if (first === undefined) return cause;
  const rest = more.map(({ says, at }) => (at === "" ? says : `${says} (${at})`));
  return {
    ...cause,
    ...(cause.at === "" && { at: first.at }),
    message: [`${cause.message}; ${first.says}`, ...rest].join(", and "),
  };
}

/** `isLimited`: objects without places in them, which may have a name of the text by chance, are left out. */
function namedPlaces(message: string, manifests: readonly Manifest[], isLimited: boolean): ToldPlace[] {
  const words = readWords(message);
  const { productKey } = words;
  const told = manifests.map((manifest): Told => {
    const { object } = manifest;
    if (OTHERS.test(text(object.kind))) {
      const isRead = productKey !== undefined && READ_BY_PRODUCTS.test(text(object.kind));
      const path = isRead ? pathOfKey(object, productKey) : undefined;
      return { manifest, isByKind: false, isNamed: false, paths: path === undefined ? [] : [path] };
    }
    const isByKind = message.includes(DENIED) && isNamedByKind(object, message);
    const isKnown = isByKind || isNamed(object, words);
    return { manifest, isByKind, isNamed: isKnown, paths: pathsIn(object, words, isKnown) };
  });
  return chosen(told)
    .filter(({ paths }) => paths.length > 0 || !isLimited)
    .flatMap(({ manifest, paths }) =>
      paths.length === 0 ? [place(manifest)] : paths.map((path) => place(manifest, path)),
    );
}

const DENIED = " denied the request: ";

/** The named objects with places, or the only object with places, and other named ones. */
function chosen(told: readonly Told[]): readonly Told[] {
  const placed = told.filter(({ paths }) => paths.length > 0);
  const named = told.filter(
    (one) => one.isNamed && (one.paths.length > 0 || one.isByKind || isCustom(one.manifest.object)),
  );
  const best = placed.some((one) => one.isNamed) ? placed.filter((one) => one.isNamed) : placed;
  return best.length > 1 && !best.every((one) => one.isNamed)
    ? named
    : [...best, ...named.filter((one) => !best.includes(one))];
}

/** True for objects such as constraints and policies: their names are in texts, and those of other kinds may be there by chance. */
const isCustom = ({ apiVersion }: JsonObject): boolean =>
  /^[\w-]+\.[\w.-]*\//.test(text(apiVersion)) && !text(apiVersion).includes("k8s.io/");

/** Objects of the kind that a pod lacks: those of another name, or in another namespace. */
function missingAmong(message: string, manifests: readonly Manifest[]) {
  const kind = REFERENCES.find(([pattern]) => pattern.test(message))?.[1];
  const others = manifests.filter(({ object }) => object.kind === kind).slice(0, MOST);
  const [first] = others;
  if (first === undefined) return [];
  const named = others.map(({ object }) => {
    const { namespace, name } = record(object.metadata);
    return namespace === undefined ? text(name) : `${text(namespace)}/${text(name)}`;
  });
  return [{ says: `the manifests have ${kind} ${named.join(", ")}`, at: "" }];
}

/** A place in words, and as `file.yaml:12`. */
interface ToldPlace {
  readonly says: string;
  readonly at: string;
}

type Finder = (
  match: readonly string[],
  manifests: readonly Manifest[],
) => readonly (ToldPlace | undefined)[];

/** Texts about an object that limits another one, which they name or which applies to it. */
const finderFor = textReader<Finder>({
  'conflicts?(?::| with) .*?"([^"]+)"(?: with subresource "\\w+")? using ([\\w./-]+)': (
    [, manager = ""],
    manifests,
  ) => manifests.flatMap((one) => managerOf(one, manager)),
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
  "(maximum|minimum) ([\\w./-]+) usage per (\\w+) is ([\\w.]+), but (limit|request) is ([\\w.]+)": (
    [, bound = "", resource = "", type = "", most = "", kind = "", asked = ""],
    manifests,
  ) => [
    ...manifests.map((one) => limitOf(one, [type, bound === "maximum" ? "max" : "min", resource], most)),
    ...manifests.map((one) => resourcesOf(one, [`${kind}s`, resource], asked)),
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
  '"([^"]+)" is forbidden: violates PodSecurity "([\\w-]+):': ([, pod = "", level = ""], manifests) => {
    const homes = manifests.filter(({ object }) => {
      const name = text(record(object.metadata).name);
      return object.kind !== "Namespace" && (name === pod || isPodOf(name, pod));
    });
    const names = new Set(homes.map(({ object }) => text(record(object.metadata).namespace)));
    const path = ["metadata", "labels", "pod-security.kubernetes.io/enforce"];
    return [...names]
      .flatMap((name) => find(manifests, "Namespace", name))
      .filter(({ object }) => valueAt(object, path) === level)
      .map((one) => place(one, path));
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
      .map((one) => place(one, ["spec", "targets"])),
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

/** Places in objects that limit what was refused: a quota, a range, a budget, a class, the level of a namespace. */
function limitsIn(message: string, manifests: readonly Manifest[]): ToldPlace[] {
  const found = finderFor(message);
  return (found?.known(found.groups, manifests) ?? []).filter((one) => one !== undefined);
}

const find = (manifests: readonly Manifest[], kind: string, name: string): readonly Manifest[] =>
  manifests.filter(({ object }) => object.kind === kind && record(object.metadata).name === name);

/** An object, or a place in it, in words. */
function place({ object, line }: Manifest, path: Path = []): ToldPlace {
  const where = path.length === 0 ? "" : `${pointerOf(path)} of `;
  const says = `it is about ${where}${text(object.kind)}/${text(record(object.metadata).name)}`;
  return { says, at: line(path.length === 0 ? ["metadata", "name"] : path) };
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
  return records(spec.containers).flatMap(({ resources }, index) => {
    const isWhole = keys.every((key) => {
      const [kind = "", name = ""] = key.includes(".") ? key.split(".") : ["requests", key];
      return record(record(resources)[kind])[name] !== undefined;
    });
    return isWhole ? [] : [place(one, [...at.split("/").slice(1), "spec", "containers", index])];
  });
}

function limitOf(one: Manifest, [type = "", bound = "", resource = ""]: readonly string[], value: string) {
  const limits = one.object.kind === "LimitRange" ? records(record(one.object.spec).limits) : [];
  const index = limits.findIndex(
    (limit) => limit.type === type && String(record(limit[bound])[resource]) === value,
  );
  return index < 0 ? undefined : place(one, ["spec", "limits", index, bound, resource]);
}

function resourcesOf(one: Manifest, path: readonly string[], value: string): ToldPlace | undefined {
  const pods = podSpecPath(one.object);
  const containers = records(valueAt(one.object, [...pods, "containers"]));
  const index = containers.findIndex(
    (container) => String(valueAt(container, ["resources", ...path])) === value,
  );
  return index < 0 ? undefined : place(one, [...pods, "containers", index, "resources", ...path]);
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

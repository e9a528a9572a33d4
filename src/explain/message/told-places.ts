import { isJsonObject, type Json, type JsonObject, record, records, text } from "../../json/value.ts";
import type { Cause } from "../cause.ts";
import type { Manifest } from "../offline/manifests.ts";
import { podTemplate } from "../pods/pod-template.ts";
import { type Path, pointerOf, valueAt } from "../sources.ts";

/** Shorter names are in many texts by chance. */
const SHORTEST = 4;
/** Shorter names of fields, such as name and image, are in many objects. */
const SHORTEST_FIELD = 6;
/** Fields of this length are those of one kind. */
const OWN_FIELD = 10;
/** Most objects and places that a cause names. */
const MOST = 3;

/** Configurations, which are looked up by the name of the webhook or policy, and objects around the request. */
const OTHERS =
  /^(?:Namespace|CustomResourceDefinition|(?:Mutating|Validating)(?:WebhookConfiguration|AdmissionPolicy(?:Binding)?)|(?:Cluster)?Role(?:Binding)?|ServiceAccount)$/;

/** An object among the manifests, and the places in it that the text of an error names. */
interface Told {
  readonly manifest: Manifest;
  readonly isNamed: boolean;
  readonly paths: readonly Path[];
}

/** Adds to a cause the objects among the manifests that the text of an error names, with the places in them. */
export function withPlaces(cause: Cause, message: string, manifests: readonly Manifest[]): Cause {
  if (cause.code === "call-failed") return cause;
  const read = readText(message);
  const told = manifests
    .filter(({ object }) => !OTHERS.test(text(object.kind)))
    .map((manifest) => {
      const isKnown = isNamed(manifest.object, read);
      return { manifest, isNamed: isKnown, paths: placesIn(manifest.object, read, isKnown) };
    });
  const places = chosen(told).flatMap(placeText).slice(0, MOST);
  const [first, ...more] = [...places, ...missingAmong(message, manifests)];
  if (first === undefined) return cause;
  const rest = more.map(({ says, at }) => (at === "" ? says : `${says} (${at})`));
  return {
    ...cause,
    ...(cause.at === "" && { at: first.at }),
    message: [`${cause.message}; ${first.says}`, ...rest].join(", and "),
  };
}

/** The named objects with places, or the only object with places, and other named ones. */
function chosen(told: readonly Told[]): readonly Told[] {
  const placed = told.filter(({ paths }) => paths.length > 0);
  const named = told.filter((one) => one.isNamed && (one.paths.length > 0 || isCustom(one.manifest.object)));
  const best = placed.some((one) => one.isNamed) ? placed.filter((one) => one.isNamed) : placed;
  return best.length > 1 && !best.every((one) => one.isNamed)
    ? named
    : [...best, ...named.filter((one) => !best.includes(one))];
}

/** True for objects such as constraints and policies: their names are in texts, and those of other kinds may be there by chance. */
const isCustom = ({ apiVersion }: JsonObject): boolean =>
  /^[\w-]+\.[\w.-]*\//.test(text(apiVersion)) && !text(apiVersion).includes("k8s.io/");

function placeText({ manifest: { object, line }, paths }: Told) {
  const what = `${text(object.kind)}/${text(record(object.metadata).name)}`;
  return paths.length === 0
    ? [{ says: `it is about ${what}`, at: line(["metadata", "name"]) }]
    : paths.map((path) => ({ says: `it is about ${pointerOf(path)} of ${what}`, at: line(path) }));
}

/** Words that can be names, also the last part of `Pod/default/web` and `default/web`. */
function namesIn(message: string): ReadonlySet<string> {
  const words = message.split(/[\s"'`,;:()[\]{}]+/).map((word) => word.replace(/\.$/, ""));
  return new Set(words.flatMap((word) => [word, word.split("/").at(-1) ?? ""]));
}

/** The text of an error, and what is read from it once for all objects. */
interface Text {
  readonly message: string;
  readonly names: ReadonlySet<string>;
  /** Names of pods: `pods "web-7d9f"`. */
  readonly pods: readonly string[];
  readonly fields: readonly Path[];
  /** A field without a path: one that its reader does not know, or that is refused. */
  readonly unknown: string | undefined;
  readonly containers: readonly string[];
  /** Fields of a pod, each with the names that do not exist. */
  readonly references: readonly (readonly [field: string, names: readonly string[]])[];
}

function readText(message: string): Text {
  const [, unknown, refused] =
    /json: unknown field \\?"(\w+)\\?"| is invalid: (\w{4,63}): (?:Invalid|Forbidden|Required|Unsupported)/.exec(
      message,
    ) ?? [];
  return {
    message,
    names: namesIn(message.replaceAll(CONTAINERS, "")),
    pods: [...message.matchAll(/\bpods "([^"]{1,253})"/g)].map(([, pod = ""]) => pod),
    fields: fieldsIn(message),
    unknown: unknown ?? refused,
    containers: [...message.matchAll(CONTAINERS)].flatMap(([, all = ""]) => all.split(/[", ]+/)),
    references: REFERENCES.flatMap(([pattern, , field]) => {
      const [, name] = pattern.exec(message) ?? [];
      return name === undefined ? [] : [[field, name.split(" ")] as const];
    }),
  };
}

function isNamed(object: JsonObject, { names, message, pods }: Text): boolean {
  const name = text(record(object.metadata).name);
  if (name.length < SHORTEST && !message.includes(`"${name}"`)) return false;
  // A policy engine may name its webhooks by the scope and the name of the policy.
  const isPolicy = text(object.kind).endsWith("Policy");
  return (
    names.has(name) ||
    (pods.some((pod) => isPodOf(name, pod)) && podTemplate(object) !== undefined) ||
    (isPolicy && [...names].some((one) => one.endsWith(`wide-${name}`)))
  );
}

/** Pods of a workload: its name, and one or two parts made by controllers. */
const isPodOf = (name: string, pod: string): boolean =>
  pod.startsWith(`${name}-`) && pod.slice(name.length + 1).split("-").length <= 2;

/** `isKnown`: the text names the object. */
function placesIn(object: JsonObject, read: Text, isKnown: boolean): Path[] {
  const template = podTemplate(object);
  const pods: Path = template === undefined ? ["spec"] : [...template.at.split("/").slice(1), "spec"];
  const found = [
    ...read.fields.map((path) => placeOf(object, path, isKnown)),
    ...[[], pods.slice(0, -1)].flatMap((base) => keysIn(object, base, read.message)),
    ...containersIn(object, pods, read.containers),
    ...records(record(object.spec).rules).map((rule, index) =>
      read.names.has(text(rule.name)) ? ["spec", "rules", index] : undefined,
    ),
    ...read.references.map(([field, names]) => {
      const path = [...pods, field];
      return names.includes(text(valueAt(object, path))) ? path : undefined;
    }),
    read.unknown === undefined ? undefined : onlyWith(object, read.unknown),
  ].filter((path) => path !== undefined);
  return [...new Map(found.map((path) => [pointerOf(path), path])).values()].slice(0, MOST);
}

/** Fields as `spec.a[0].b` and as `/spec/a/0/b`. */
const fieldsIn = (message: string): Path[] =>
  [...message.matchAll(/\b(?:spec|data)(?:\.\w+|\[\d+\])+|\/(?:spec|data)(?:\/[\w.-]+)+/g)].map(([field]) =>
    field.split(field.startsWith("/") ? "/" : /[.[\]]+/).filter((part) => part !== ""),
  );

/** Keys of annotations and labels that the text has. */
const keysIn = (object: JsonObject, base: Path, message: string): Path[] =>
  ["annotations", "labels"].flatMap((list) => {
    const path = [...base, "metadata", list];
    const keys = Object.keys(record(valueAt(object, path)));
    return keys.filter((key) => key.includes("/") && message.includes(key)).map((key) => [...path, key]);
  });

const CONTAINERS = /\bcontainers? ((?:"[^"]{1,63}"(?:, )?)+|[\w-]+)/g;

/** Containers after the word: `container web`, `containers "a", "b"`. */
function containersIn(object: JsonObject, pods: Path, told: readonly string[]): Path[] {
  if (told.length === 0) return [];
  return ["containers", "initContainers"].flatMap((list) =>
    records(valueAt(object, [...pods, list])).flatMap(({ name }, index) =>
      told.includes(text(name)) ? [[...pods, list, index]] : [],
    ),
  );
}

/**
 * A field of the text: as it is, in an object that the text names the nearest part that is there, or the only field of that name,
 * because a controller may have copied it into the object that was refused.
 */
function placeOf(object: JsonObject, path: Path, isKnown: boolean): Path | undefined {
  const there = [...path.keys()].reverse().map((last) => path.slice(0, last + 1));
  const nearest = there.find((one) => valueAt(object, one) !== undefined);
  const last = String(path.at(-1));
  // Short paths, such as spec.replicas, are in many objects.
  const isOwn = isKnown || path.length > 2 || last.length >= OWN_FIELD;
  if (nearest?.length === path.length) return isOwn ? nearest : undefined;
  if (isKnown && (nearest?.length ?? 0) > 1) return nearest;
  return isKnown || last.length < SHORTEST_FIELD ? undefined : onlyWith(object, last);
}

/** The only place of an object that has a key; undefined for several. */
function onlyWith(object: JsonObject, key: string): Path | undefined {
  const found = withKey(record(object.spec), key, ["spec"]);
  return found.length === 1 ? found[0] : undefined;
}

function withKey(value: Json, key: string, at: Path): Path[] {
  const parts = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return parts.flatMap(([part, one = null]) => [
    ...(part === key ? [[...at, part]] : []),
    ...withKey(one, key, [...at, part]),
  ]);
}

/** Objects that a pod names and that do not exist: the text, the kind, and the field of the pod. */
const REFERENCES: readonly (readonly [RegExp, string, string])[] = [
  [/serviceaccount "([^"]{1,253})" not found/, "ServiceAccount", "serviceAccountName"],
  [/no PriorityClass with name (\S{1,253}) was found/, "PriorityClass", "priorityClassName"],
  [/RuntimeClass "([^"]{1,253})" not found/, "RuntimeClass", "runtimeClassName"],
  [/match these scopes: \[\{PriorityClass In \[([\w. -]{1,253})\]/, "", "priorityClassName"],
];

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

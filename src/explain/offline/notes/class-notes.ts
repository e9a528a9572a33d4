import { type JsonObject, record, text } from "../../../json/value.ts";
import { nearest } from "../../near.ts";
import type { Manifest } from "../manifests.ts";
import { nameOf } from "../near-manifests.ts";

/** A field that names a class of its kind: `storageClassName`, `ingressClassName`. */
const NAMES_CLASS = /^(\w)(\w*Class)Name$/;
const DEFAULT = "storageclass.kubernetes.io/is-default-class";

/**
 * Notes about an object that is created with a class which is not among the manifests, although others of its kind are: the server
 * takes it, and nothing acts on it. The classes of pods are checked by plugins.
 */
export function classNotes(object: JsonObject, manifests: readonly Manifest[]): string[] {
  return Object.entries(record(object.spec)).flatMap(([key, value]) => {
    const [, first = "", rest] = NAMES_CLASS.exec(key) ?? [];
    const kind = `${first.toUpperCase()}${rest}`;
    const others = manifests.map((one) => one.object);
    const classes = others.filter((one) => one.kind === kind);
    // A volume can have a class that does not exist, and a claim finds it.
    const isShared = others.some((one) => one !== object && isVolume(one) && record(one.spec)[key] === value);
    if (rest === undefined || classes.length === 0 || typeof value !== "string" || isVolume(object))
      return [];
    if (value === "") return key === "storageClassName" ? emptyClass(object, classes, others) : [];
    const names = classes.map(nameOf);
    if (names.includes(value) || isShared) return [];
    const near = nearest(value, names);
    const meant = near === undefined ? "" : `: ${near} is probably meant`;
    const waits =
      object.kind === "PersistentVolumeClaim"
        ? "the claim waits until there is one of this name, or a PersistentVolume that names it"
        : "the object waits until there is one of this name";
    return [
      `/spec/${key} names the ${kind} ${value}, and the manifests have only ${names.join(", ")}${meant}; ${waits}`,
    ];
  });
}

const isVolume = ({ kind }: JsonObject): boolean => kind === "PersistentVolume";

/** An empty class of a claim is no class, and not the default one. */
function emptyClass(
  { kind, spec }: JsonObject,
  classes: readonly JsonObject[],
  others: readonly JsonObject[],
) {
  const usual = classes.find(({ metadata }) => record(record(metadata).annotations)[DEFAULT] === "true");
  const { volumeName, selector } = record(spec);
  const hasVolume = others.some((one) => isVolume(one) && text(record(one.spec).storageClassName) === "");
  return kind !== "PersistentVolumeClaim" ||
    usual === undefined ||
    hasVolume ||
    (volumeName ?? selector) !== undefined
    ? []
    : [
        `/spec/storageClassName is empty, which means no class: the default class ${nameOf(usual)} is not set, and the claim waits for a PersistentVolume without a class. Leave the field out for the default class`,
      ];
}

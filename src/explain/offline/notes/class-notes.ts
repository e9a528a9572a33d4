import { groupOf } from "../../../api/group-version.ts";
import { type JsonObject, record, text } from "../../../json/value.ts";
import { fewOf } from "../../../report/few-of.ts";
import { nearest } from "../../near.ts";
import type { Manifest } from "../manifests.ts";
import { nameOf } from "../near-manifests.ts";

/** A field that names a class of its kind: `storageClassName`, `ingressClassName`. */
const NAMES_CLASS = /^(?!priority|runtime)(\w)(\w*Class)Name$/;
/** Most names that a note has. */
const MOST = 4;
const DEFAULT = "storageclass.kubernetes.io/is-default-class";
/** The older place of the class of a claim. */
const BETA = "volume.beta.kubernetes.io/storage-class";

/**
 * Notes about the class that a created object names as it is stored: it is not among the manifests, although others of its
 * kind are. The server takes such an object, and nothing acts on it. Plugins check the classes of pods, and every server has
 * some of these.
 */
export function classNotes(object: JsonObject, manifests: readonly Manifest[]): string[] {
  // An annotation decides before the field.
  if (record(record(object.metadata).annotations)[BETA] !== undefined) return [];
  const group = isClaim(object) ? "storage.k8s.io" : groupOf(object);
  // In other groups, such a field can name a class of something else.
  if (!group.endsWith(".k8s.io")) return [];
  const others = manifests.map((one) => one.object);
  return Object.entries(record(object.spec)).flatMap(([key, value]) => {
    const [, first = "", rest] = NAMES_CLASS.exec(key) ?? [];
    if (rest === undefined || typeof value !== "string") return [];
    const kind = `${first.toUpperCase()}${rest}`;
    const classes = others.filter((one) => one.kind === kind && groupOf(one) === group);
    // A volume can have a class that does not exist, and a claim finds it.
    const isShared = others.some((one) => isVolume(one) && record(one.spec)[key] === value);
    if (classes.length === 0) return [];
    if (value === "")
      return key === "storageClassName" && isClaim(object) ? emptyClass(object, classes, others) : [];
    const names = [...new Set(classes.map(nameOf))];
    if (names.includes(value) || isShared) return [];
    const near = nearest(value, names);
    const meant = near === undefined ? "" : `; ${near} is probably meant`;
    const waits = isClaim(object)
      ? "the claim waits for it, or for a PersistentVolume that names it"
      : "the object waits for it";
    return [
      `/spec/${key} of the ${text(object.kind)} names the ${kind} ${value}, which is not among the manifests (they have ${fewOf(names, MOST)}${meant}): unless the cluster has it, ${waits}`,
    ];
  });
}

const isClaim = (object: JsonObject): boolean =>
  object.kind === "PersistentVolumeClaim" && groupOf(object) === "";
const isVolume = ({ kind }: JsonObject): boolean => kind === "PersistentVolume";

/** An empty class of a claim is no class, and not the default one. */
function emptyClass({ spec }: JsonObject, classes: readonly JsonObject[], others: readonly JsonObject[]) {
  const [usual, ...more] = classes.filter(
    ({ metadata }) => record(record(metadata).annotations)[DEFAULT] === "true",
  );
  const { volumeName, selector } = record(spec);
  const hasVolume = others.some((one) => isVolume(one) && text(record(one.spec).storageClassName) === "");
  return usual === undefined || more.length > 0 || hasVolume || (volumeName ?? selector) !== undefined
    ? []
    : [
        `/spec/storageClassName of the PersistentVolumeClaim is empty, which means no class: the default class ${nameOf(usual)} is not set, and the claim waits for a PersistentVolume without a class. Leave the field out for the default class`,
      ];
}

import { byName } from "../../api/object/kube-object.ts";
import { compareQuantities, parseQuantity, wholeUnits } from "../../api/quantity/quantity.ts";
import type {
  PersistentVolume as Volume,
  PersistentVolumeClaim as VolumeClaim,
} from "../../types/tables/core/v1-types.ts";
import { isDying } from "../base/controller.ts";
import { selectorOf } from "../shared/selector-of.ts";

const BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

/** Returns the name of the storage class; "" for none. */
export const classOf = ({ metadata, spec }: Volume | VolumeClaim): string =>
  metadata.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? "";

/** Returns true if a claim has a class field, even one that asks for no class. */
export const hasClass = ({ metadata, spec }: VolumeClaim): boolean =>
  metadata.annotations?.[BETA_CLASS] !== undefined || spec?.storageClassName !== undefined;

/**
 * Returns true if the volume refers to this claim. A reference without a uid is valid for any claim of that
 * name.
 */
export function isBoundTo({ spec }: Volume, { metadata }: VolumeClaim): boolean {
  const { name, namespace, uid = "" } = spec?.claimRef ?? {};
  return name === metadata.name && namespace === metadata.namespace && (uid === "" || uid === metadata.uid);
}

/** True if both have the same `volumeMode`, by default Filesystem. */
export const modesMatch = (claim: VolumeClaim, volume: Volume): boolean =>
  (claim.spec?.volumeMode ?? "Filesystem") === (volume.spec?.volumeMode ?? "Filesystem");

const attributesMatch = (claim: VolumeClaim, volume: Volume): boolean =>
  (claim.spec?.volumeAttributesClassName ?? "") === (volume.spec?.volumeAttributesClassName ?? "");

const hasAccess = (claim: VolumeClaim, volume: Volume): boolean =>
  (claim.spec?.accessModes ?? []).every((mode) => volume.spec?.accessModes?.includes(mode));

const sizeOf = ({ spec }: Volume) => parseQuantity(spec?.capacity?.storage ?? "0");

const requestOf = ({ spec }: VolumeClaim) => parseQuantity(spec?.resources?.requests?.storage ?? "0");

/**
 * Returns the volume for a claim: one that refers to it, otherwise the smallest that is large enough, among
 * those with the fewest access modes. `isDelayed`: only one that refers to it. findByClaim and
 * FindMatchingVolume of the reference.
 */
export function bestVolume(
  claim: VolumeClaim,
  volumes: readonly Volume[],
  isDelayed: boolean,
): Volume | undefined {
  const fitting = volumes.filter((volume) => fits(claim, volume));
  const groups = new Set(fitting.map(accessKey));
  for (const group of [...groups].sort((a, b) => a.split(",").length - b.split(",").length)) {
    const members = fitting.filter((volume) => accessKey(volume) === group);
    const named = members.find((volume) => isBoundTo(volume, claim));
    const found = named ?? (isDelayed ? undefined : smallest(members.filter((one) => isFree(claim, one))));
    if (found !== undefined) return found;
  }
  return undefined;
}

const accessKey = ({ spec }: Volume): string => [...(spec?.accessModes ?? [])].sort().join(",");

const fits = (claim: VolumeClaim, volume: Volume): boolean =>
  !isDying(volume) &&
  (volume.spec?.claimRef === undefined || isBoundTo(volume, claim)) &&
  hasAccess(claim, volume) &&
  modesMatch(claim, volume) &&
  attributesMatch(claim, volume) &&
  compareQuantities(sizeOf(volume), requestOf(claim)) >= 0;

const isFree = (claim: VolumeClaim, volume: Volume): boolean =>
  volume.status?.phase === "Available" &&
  classOf(volume) === classOf(claim) &&
  (claim.spec?.selector === undefined || selectorOf(claim).matches(volume.metadata.labels));

function smallest(volumes: readonly Volume[]): Volume | undefined {
  let found: Volume | undefined;
  for (const volume of [...volumes].sort(byName))
    if (found === undefined || compareQuantities(sizeOf(volume), sizeOf(found)) < 0) found = volume;
  return found;
}

/**
 * Returns the reason why a volume does not fit a claim that asks for it by name: checkVolumeSatisfyClaim of
 * the reference.
 */
export function mismatch(volume: Volume, claim: VolumeClaim): string | undefined {
  if (isDying(volume)) return `the volume is marked for deletion "${volume.metadata.name}"`;
  if (wholeUnits(sizeOf(volume)) < wholeUnits(requestOf(claim))) return "requested PV is too small";
  if (classOf(volume) !== classOf(claim)) return "storageClassName does not match";
  if (!attributesMatch(claim, volume)) return "volumeAttributesClassName does not match";
  if (!modesMatch(claim, volume)) return "incompatible volumeMode";
  return hasAccess(claim, volume) ? undefined : "incompatible accessMode";
}

import type { KubeObject } from "../../../../api/meta.ts";
import { text } from "../../../define/cell.ts";

const ACCESS_MODES: readonly (readonly [string, string])[] = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
];

/** Access modes in their short form: `RWO,ROX`. */
export const accessModes = (modes: readonly string[]): string =>
  ACCESS_MODES.filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");

/** Class of a volume or a claim; the beta annotation has precedence. */
export const storageClass = (object: KubeObject): string =>
  object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ??
  text(object, "spec.storageClassName");

/** Phase of a volume or a claim; `Terminating` if it is being deleted. */
export const volumePhase = (object: KubeObject): string =>
  object.metadata.deletionTimestamp === undefined ? text(object, "status.phase") : "Terminating";

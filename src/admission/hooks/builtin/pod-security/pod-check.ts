import { containersOf } from "../../../../api/pods/pod-containers.ts";
import { type JsonObject, record, text } from "../../../../json/value.ts";

/** A pod, or a pod template. */
export interface PodToCheck {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

/** A violation of a rule. Lists of pods contain only the reason; the detail names the containers and fields. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** One rule; undefined: the pod complies. */
export type PodCheck = (pod: PodToCheck) => Violation | undefined;

/** One form of a rule. Later versions of Kubernetes can have another one. */
export interface VersionedCheck {
  /** First minor version of Kubernetes 1 with this form of the rule. */
  readonly since: number;
  readonly check: PodCheck;
  /** Names of weaker rules that this one replaces. */
  readonly instead?: readonly string[];
}

/** All forms of a rule, oldest first. */
export interface Rule {
  readonly name: string;
  readonly versions: readonly VersionedCheck[];
}

/** `name` of a container or a volume; empty if there is none. */
export const nameOf = ({ name }: JsonObject): string => text(name);

/** Returns a field of a container's or the pod's securityContext; undefined or null if it is not set. */
export const secured = (holder: JsonObject, field: string) => record(holder.securityContext)[field];

/** Names of the containers for which `is` returns true. */
export const containersWhere = (pod: PodToCheck, is: (container: JsonObject) => boolean): string[] =>
  containersOf(pod.spec).filter(is).map(nameOf);

/** Returns each value once, sorted by code units. */
export const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** Texts in quotes, separated by commas, as messages list them. */
export const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(", ");

/** `one` for a list with one element, otherwise `many`. */
export const plural = (one: string, many: string, { length }: { readonly length: number }): string =>
  length === 1 ? one : many;

/** Text for containers: `container "a"` or `containers "a", "b"`. */
export const containersText = (names: readonly string[]): string =>
  `${plural("container", "containers", names)} ${quoted(names)}`;

/** Text for the pod and containers that set a field: `pod and containers "a", "b"`; empty if none did. */
export function settersText(byPod: boolean, containers: readonly string[]): string {
  return [...(byPod ? ["pod"] : []), ...(containers.length > 0 ? [containersText(containers)] : [])].join(
    " and ",
  );
}

/** True for pods that name Windows as their operating system. */
export const isWindows = ({ spec }: PodToCheck): boolean => record(spec.os).name === "windows";

/** True if the pod has its own user namespace, for which some rules are relaxed. */
export const hasOwnUsers = ({ spec }: PodToCheck): boolean => spec.hostUsers === false;

/** Applies a rule to all pods for which `excused` returns false. */
export const except =
  (excused: (pod: PodToCheck) => boolean, check: PodCheck): PodCheck =>
  (pod) =>
    excused(pod) ? undefined : check(pod);

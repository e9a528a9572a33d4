import { type JsonObject, record, text } from "../../../../api/json.ts";
import { containersOf } from "../../../../api/pod-containers.ts";

/** A pod, or the template of pods to come. */
export interface PodToCheck {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

/** What a pod must not do: the reason alone names it in lists of pods, the detail says where. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** One rule, from the minor version on in which it began; undefined: kept. */
export type PodCheck = (pod: PodToCheck) => Violation | undefined;

export interface VersionedCheck {
  /** Of version 1. */
  readonly since: number;
  readonly check: PodCheck;
  /** Names of weaker rules that this one stands for. */
  readonly instead?: readonly string[];
}

/** All of a rule's forms, oldest first. */
export interface Rule {
  readonly name: string;
  readonly versions: readonly VersionedCheck[];
}

export const nameOf = ({ name }: JsonObject): string => text(name);

/** A field of a container's or the pod's securityContext; undefined or null when it is not set. */
export const secured = (holder: JsonObject, field: string) => record(holder.securityContext)[field];

/** Names of the containers of which it is so. */
export const containersWhere = (pod: PodToCheck, is: (container: JsonObject) => boolean): string[] =>
  containersOf(pod.spec).filter(is).map(nameOf);

/** Each once, in order of code units. */
export const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

export const quoted = (values: readonly string[]): string => values.map((value) => `"${value}"`).join(", ");

export const plural = (one: string, many: string, { length }: { readonly length: number }): string =>
  length === 1 ? one : many;

/** `container "a"` or `containers "a", "b"`. */
export const containersText = (names: readonly string[]): string =>
  `${plural("container", "containers", names)} ${quoted(names)}`;

/** `pod and containers "a", "b"`; empty when nobody did it. */
export function settersText(byPod: boolean, containers: readonly string[]): string {
  return [...(byPod ? ["pod"] : []), ...(containers.length > 0 ? [containersText(containers)] : [])].join(
    " and ",
  );
}

export const isWindows = ({ spec }: PodToCheck): boolean => record(spec.os).name === "windows";

export const hasOwnUsers = ({ spec }: PodToCheck): boolean => spec.hostUsers === false;

/** The rule for all pods but those. */
export const except =
  (excused: (pod: PodToCheck) => boolean, check: PodCheck): PodCheck =>
  (pod) =>
    excused(pod) ? undefined : check(pod);

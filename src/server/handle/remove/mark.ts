import type { KubeObject } from "../../../api/meta.ts";
import type { Strategy } from "../../../resources/kind.ts";
import { formatTime } from "../write/identity.ts";
import type { DeleteOptions } from "./delete-options.ts";

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

/** What a delete makes of an object before it may go. */
export type Marking =
  /** A graceful deletion is under way already, and this one is not more urgent. */
  | { readonly kind: "pending" }
  /** Nothing to wait for: remove it. `askTwice`: the reference has asked admission before it came to know that. */
  | { readonly kind: "remove"; readonly askTwice?: true }
  /** Write this; `afterwards` says whether it may be removed right afterwards. */
  | { readonly kind: "mark"; readonly object: KubeObject; readonly afterwards: "wait" | "remove" };

/** Grace period and finalizers, as the reference combines them (admission.md 1.8). Never changes `old`. */
export function markForDeletion(
  strategy: Strategy,
  old: KubeObject,
  options: DeleteOptions,
  now: number,
): Marking {
  const object: KubeObject = { ...old, metadata: { ...old.metadata } };
  const grace = beginGrace(strategy, object, options, now);
  if (grace === "pending") return { kind: "pending" };
  const before = old.metadata.finalizers ?? [];
  const finalizers = finalizersFor(strategy, before, options);
  const changed = finalizers.length !== before.length || finalizers.some((f, i) => f !== before[i]);
  if (grace === "none" && before.length === 0 && !changed) return { kind: "remove" };
  if (changed) setFinalizers(object, finalizers);
  if (grace === "none" && finalizers.length === 0) return { kind: "remove", askTwice: true };
  if (grace === "none") markNow(object, now);
  if (finalizers.length > 0 || (grace !== "none" && grace > 0))
    return { kind: "mark", object, afterwards: "wait" };
  return { kind: "mark", object, afterwards: "remove" };
}

function setFinalizers({ metadata }: KubeObject, finalizers: string[]): void {
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}

/** Seconds to wait for graceful kinds, `none` for the others; sets the deletion fields when it begins or shortens. */
function beginGrace(
  strategy: Strategy,
  object: KubeObject,
  options: DeleteOptions,
  now: number,
): number | "none" | "pending" {
  if (strategy.gracePeriod === undefined) return "none";
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined) return shorten(object, metadata.deletionTimestamp, options);
  const seconds = strategy.gracePeriod(object, options.gracePeriodSeconds);
  metadata.deletionTimestamp = formatTime(now + seconds * 1000);
  metadata.deletionGracePeriodSeconds = seconds;
  bumpGeneration(object);
  return seconds;
}

/** A later delete may only shorten the time that an earlier one gave. */
function shorten({ metadata }: KubeObject, end: string, options: DeleteOptions): number | "none" | "pending" {
  const current = metadata.deletionGracePeriodSeconds;
  if (current === undefined) return "none";
  const asked = options.gracePeriodSeconds;
  if (asked === undefined || asked >= current) return "pending";
  metadata.deletionTimestamp = formatTime(Date.parse(end) + (asked - current) * 1000);
  metadata.deletionGracePeriodSeconds = asked;
  return asked;
}

/** Kinds without grace: dying from now on. */
export function markNow(object: KubeObject, now: number): void {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined) {
    bumpGeneration(object);
    metadata.deletionTimestamp = formatTime(now);
  }
  metadata.deletionGracePeriodSeconds = 0;
}

function bumpGeneration({ metadata }: KubeObject): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1;
}

/** The garbage collector's two finalizers follow from the propagation policy; all others stay. */
export function finalizersFor(
  strategy: Pick<Strategy, "garbageCollected" | "orphansByDefault">,
  before: readonly string[],
  options: DeleteOptions,
): string[] {
  if (!strategy.garbageCollected) return before.filter((f) => f !== ORPHAN && f !== FOREGROUND);
  const others = before.filter((f) => f !== ORPHAN && f !== FOREGROUND);
  return [...others, ...wantedFinalizers(strategy, before, options)];
}

function wantedFinalizers(
  { orphansByDefault = false }: Pick<Strategy, "orphansByDefault">,
  before: readonly string[],
  options: DeleteOptions,
): string[] {
  if (options.orphanDependents !== undefined) return options.orphanDependents ? [ORPHAN] : [];
  switch (options.propagationPolicy) {
    case "Orphan":
      return [ORPHAN];
    case "Foreground":
      return [FOREGROUND];
    case "Background":
      return [];
  }
  const present = before.filter((f) => f === ORPHAN || f === FOREGROUND);
  return present.length === 0 && orphansByDefault ? [ORPHAN] : present;
}

import type { KubeObject } from "../../../api/meta.ts";
import { formatTime } from "../../../api/time.ts";
import type { Strategy } from "../../../resources/strategy.ts";
import type { DeleteOptions } from "./delete-options.ts";

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

/**
 * Effect of a delete on an object before its removal. `options` are the client's, completed for this object,
 * in the form of admission.
 */
export type Marking =
  /** A graceful deletion is in progress, and this one is not more urgent. Admission is not called. */
  | { readonly kind: "pending" }
  /** Nothing delays the deletion: the object is removed. */
  | { readonly kind: "remove"; readonly options: DeleteOptions }
  /** `object` is the marked one, written after admission. */
  | {
      readonly kind: "mark";
      readonly options: DeleteOptions;
      readonly object: KubeObject;
      /** `remove`: the object is written and then removed. `removeUnwritten`: it is removed as it was. */
      readonly afterwards: "wait" | "remove" | "removeUnwritten";
    };

/**
 * Combines grace period and finalizers as the reference does (rest.BeforeDelete, and
 * updateForGracefulDeletionAndFinalizers of its generic store). Never changes `old`.
 */
export function markForDeletion(
  strategy: Strategy,
  old: KubeObject,
  asked: DeleteOptions,
  now: number,
): Marking {
  const object: KubeObject = { ...old, metadata: { ...old.metadata } };
  const grace = beginGrace(strategy, object, positiveGrace(asked), now);
  if (grace.kind === "pending") return grace;
  const { options } = grace;
  const before = old.metadata.finalizers ?? [];
  const finalizers = finalizersFor(strategy, before, options);
  if (grace.kind === "none" && before.length === 0 && finalizers.length === 0)
    return { kind: "remove", options };
  setFinalizers(object, finalizers);
  if (grace.kind === "none" && finalizers.length > 0) markNow(object, now);
  return { kind: "mark", options, object, afterwards: whatFollows(grace, finalizers) };
}

function whatFollows(
  grace: Exclude<Grace, { kind: "pending" }>,
  finalizers: readonly string[],
): "wait" | "remove" | "removeUnwritten" {
  if (finalizers.length > 0) return "wait";
  if (grace.kind === "none") return "removeUnwritten";
  return grace.seconds > 0 ? "wait" : "remove";
}

/** Sets the finalizers of an object; no list if there are none. */
export function setFinalizers({ metadata }: KubeObject, finalizers: string[]): void {
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}

type Grace =
  | { readonly kind: "pending" }
  /** The kind has no grace period, or it is over. */
  | { readonly kind: "none"; readonly options: DeleteOptions }
  | { readonly kind: "graceful"; readonly options: DeleteOptions; readonly seconds: number };

/** Sets the deletion fields of graceful kinds when a deletion begins or its grace period is shortened. */
function beginGrace(strategy: Strategy, object: KubeObject, options: DeleteOptions, now: number): Grace {
  if (strategy.gracePeriod === undefined) return { kind: "none", options };
  const { metadata } = object;
  if (metadata.deletionTimestamp !== undefined)
    return shorten(object, metadata.deletionTimestamp, options, now);
  const seconds = strategy.gracePeriod(object, options.gracePeriodSeconds);
  metadata.deletionTimestamp = formatTime(secondsAfter(now, seconds));
  metadata.deletionGracePeriodSeconds = seconds;
  bumpGeneration(object);
  return { kind: "graceful", options: withGrace(options, seconds), seconds };
}

/** Shortens the grace period: a later delete cannot extend it. */
function shorten({ metadata }: KubeObject, end: string, options: DeleteOptions, now: number): Grace {
  const current = metadata.deletionGracePeriodSeconds ?? 0;
  if (current === 0) return { kind: "none", options };
  const asked = options.gracePeriodSeconds;
  if (asked === undefined || asked >= current) return { kind: "pending" };
  const sooner = secondsAfter(Date.parse(end), asked - current);
  const isOver = sooner < now;
  metadata.deletionTimestamp = formatTime(isOver ? now : sooner);
  metadata.deletionGracePeriodSeconds = isOver && asked > 0 ? 1 : asked;
  return { kind: "graceful", options, seconds: asked };
}

const positiveGrace = (options: DeleteOptions): DeleteOptions =>
  (options.gracePeriodSeconds ?? 0) < 0 ? withGrace(options, 1) : options;

const withGrace = (options: DeleteOptions, gracePeriodSeconds: number): DeleteOptions => ({
  ...options,
  gracePeriodSeconds,
  given: { ...options.given, gracePeriodSeconds },
});

/** Returns a time in milliseconds. Go counts nanoseconds in 64 bits, with overflow. */
function secondsAfter(now: number, seconds: number): number {
  const nanoseconds = BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n);
  return now + Number(nanoseconds / 1_000_000n);
}

/** Marks an object of a kind without grace period: its deletion begins now. */
function markNow(object: KubeObject, now: number): void {
  const { metadata } = object;
  if (metadata.deletionTimestamp === undefined) bumpGeneration(object);
  if (metadata.deletionTimestamp === undefined || Date.parse(metadata.deletionTimestamp) > now)
    metadata.deletionTimestamp = formatTime(now);
  metadata.deletionGracePeriodSeconds = 0;
}

function bumpGeneration({ metadata }: KubeObject): void {
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1;
}

/**
 * Returns the finalizers: the garbage collector's two follow from the propagation policy; all others remain,
 * and their order too if nothing changes.
 */
export function finalizersFor(
  strategy: Pick<Strategy, "garbageCollected" | "orphansByDefault">,
  before: readonly string[],
  options: DeleteOptions,
): string[] {
  const wanted = wantedFinalizer(strategy, before, options);
  const after = before.filter((f) => f !== ORPHAN && f !== FOREGROUND);
  if (wanted !== undefined) after.push(wanted);
  const isSame = new Set(before).size === new Set(after).size && before.every((f) => after.includes(f));
  return isSame ? [...before] : after;
}

function wantedFinalizer(
  { garbageCollected, orphansByDefault = false }: Pick<Strategy, "garbageCollected" | "orphansByDefault">,
  before: readonly string[],
  options: DeleteOptions,
): string | undefined {
  if (!garbageCollected) return undefined;
  if (options.orphanDependents !== undefined) return options.orphanDependents ? ORPHAN : undefined;
  switch (options.propagationPolicy) {
    case "Orphan":
      return ORPHAN;
    case "Foreground":
      return FOREGROUND;
    case "Background":
      return undefined;
  }
  const present = before.find((f) => f === ORPHAN || f === FOREGROUND);
  return present ?? (orphansByDefault ? ORPHAN : undefined);
}

import type { KubeObject } from "../../../api/meta.ts";
import { mandatoryFlowControl } from "../../../resources/boot/flow-control.ts";
import type { QueueClock } from "../queues/queue-set.ts";
import { type Borrowing, borrowSeats } from "./borrow-seats.ts";
import { PriorityLevel } from "./priority-level.ts";
import { RetryAfter } from "./retry-after.ts";

const NOTHING_BORROWED: Borrowing = { fairFraction: 0, of: new Map() };

/** All priority levels of a server, with the seats that they share. */
export class PriorityLevels {
  readonly #seats: number;
  readonly #clock: QueueClock;
  #levels = new Map<string, PriorityLevel>();
  /** Retry times by name of the level. A level that is created again continues with the earlier one. */
  readonly #retryAfter = new Map<string, RetryAfter>();
  borrowing = NOTHING_BORROWED;

  /** `seats`: maximum number of requests in progress on the server. */
  constructor(seats: number, clock: QueueClock) {
    this.#seats = seats;
    this.#clock = clock;
  }

  /** Returns a level by its name. A deleted level is not found, unless it is a mandatory one. */
  get(name: string): PriorityLevel | undefined {
    const level = this.#levels.get(name);
    return level?.isQuiescing ? undefined : level;
  }

  /**
   * Records a refused request of the level. `now` is in milliseconds since the epoch. Returns the number of
   * seconds after which the client may retry.
   */
  refused({ name }: PriorityLevel, now: number): number {
    const known = this.#retryAfter.get(name) ?? new RetryAfter();
    this.#retryAfter.set(name, known);
    return known.refused(now);
  }

  /** Maximum numbers of executing and waiting requests, summed over the levels. */
  get room(): { readonly executing: number; readonly waiting: number } {
    const sum = (of: (level: PriorityLevel) => number): number =>
      this.all.reduce((before, level) => before + of(level), 0);
    return {
      executing: sum(({ limits }) => limits.nominal),
      waiting: sum(({ overflow }) =>
        typeof overflow === "string" ? 0 : overflow.queues * overflow.lengthLimit,
      ),
    };
  }

  /** All levels, with the deleted ones that still have requests. */
  get all(): readonly PriorityLevel[] {
    return [...this.#levels.values()];
  }

  /**
   * Takes over the stored configuration (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go,
   * lockAndDigestConfigObjects).
   */
  configure(objects: readonly KubeObject[]): void {
    const before = this.#levels;
    this.#levels = new Map();
    for (const object of withMandatory(objects)) this.#take(object, before.get(object.metadata.name ?? ""));
    for (const level of before.values()) if (!this.#levels.has(level.name)) this.#retire(level);
    this.adjust();
  }

  /** Computes the limits of all levels. Must be called every ten seconds. */
  adjust(): void {
    for (const level of this.all)
      if (level.isQuiescing && level.queues.isIdle) this.#levels.delete(level.name);
    const { all } = this;
    const shares = all.reduce((sum, level) => sum + level.shares, 0);
    for (const level of all) level.divide(this.#seats, shares);
    this.borrowing = borrowSeats(all, this.#seats, this.#clock.now());
  }

  #take(object: KubeObject, known: PriorityLevel | undefined): void {
    const level = known ?? new PriorityLevel(object, this.#clock);
    if (known !== undefined) known.take(object);
    this.#levels.set(level.name, level);
  }

  /** Removes a level. Its requests continue, and new requests do not reach it. */
  #retire(level: PriorityLevel): void {
    if (level.queues.isIdle) return;
    level.isQuiescing = true;
    this.#levels.set(level.name, level);
  }
}

/** Returns the levels with the mandatory ones, which every server has, also if they are not stored. */
function withMandatory(objects: readonly KubeObject[]): readonly KubeObject[] {
  const names = new Set(objects.map(({ metadata }) => metadata.name));
  const missing = mandatoryFlowControl("PriorityLevelConfiguration").filter(
    ({ metadata }) => !names.has(metadata.name),
  );
  return [...objects, ...missing];
}

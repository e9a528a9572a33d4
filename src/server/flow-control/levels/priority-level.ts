import type { KubeObject } from "../../../api/meta.ts";
import { membersOf } from "../../../json/value.ts";
import type {
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from "../../../types/tables/flowcontrol/v1-types.ts";
import { LevelGauges } from "../queues/level-gauges.ts";
import { type Overflow, type QueueClock, QueueSet } from "../queues/queue-set.ts";

/** Seats of a priority level. */
export interface SeatLimits {
  /** The level's share of the seats of the server. */
  readonly nominal: number;
  /** Seats that the level never lends. */
  readonly lower: number;
  /** Maximum number of seats, with borrowed ones. */
  readonly upper: number;
}

/**
 * Weight of the earlier demand when the demand falls. At one adjustment every ten seconds, half of the
 * earlier demand is left after five minutes.
 */
const SMOOTHING = 0.977;
/** Maximum part of the nominal seats that one request may take. */
const MOST_OF_LEVEL = 0.15;

/**
 * The state of a PriorityLevelConfiguration (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go,
 * priorityLevelState).
 */
export class PriorityLevel {
  readonly name: string;
  readonly queues: QueueSet;
  readonly gauges: LevelGauges;
  uid = "";
  isExempt = false;
  overflow: Overflow = "reject";
  shares = 0;
  #lendable = 0;
  /** Maximum number of borrowed seats in percent of the nominal seats. Undefined: no limit. */
  #borrowable: number | undefined;
  /** True if the level has been deleted and still has requests. */
  isQuiescing = false;
  limits: SeatLimits = { nominal: 0, lower: 0, upper: 0 };
  /** The maximum number of seats for one request. 0 means only the limit for requests of all levels. */
  mostSeats = 0;
  /** Number of seats that the level has now. Undefined for a new level. */
  currentLimit: number | undefined;
  /** Number of wanted seats in the last period. */
  wanted = { highest: 0, average: 0, deviation: 0, smoothed: 0 };

  constructor(object: KubeObject, clock: QueueClock) {
    this.name = object.metadata.name ?? "";
    this.gauges = new LevelGauges(clock.now());
    this.take(object);
    this.queues = new QueueSet(clock, this.gauges, this.overflow);
  }

  /** Takes over a new configuration. */
  take({ metadata, spec }: KubeObject): void {
    const { type, limited, exempt } = membersOf<PriorityLevelConfigurationSpec>(spec);
    this.uid = metadata.uid ?? "";
    this.isExempt = type === "Exempt";
    this.overflow = this.isExempt ? "exempt" : overflowOf(limited);
    this.shares = (limited ?? exempt)?.nominalConcurrencyShares ?? 0;
    this.#lendable = (limited ?? exempt)?.lendablePercent ?? 0;
    this.#borrowable = limited?.borrowingLimitPercent;
    this.isQuiescing = false;
  }

  /**
   * Computes the limits of the level. `total` is the number of seats of the server, `allShares` the sum of
   * the shares of all levels.
   */
  divide(total: number, allShares: number): void {
    const nominal = allShares === 0 ? 0 : Math.ceil((total * this.shares) / allShares);
    const lendable = Math.round((nominal * this.#lendable) / 100);
    const borrowable =
      this.#borrowable === undefined ? total : Math.round((nominal * this.#borrowable) / 100);
    this.limits = { nominal, lower: nominal - lendable, upper: nominal + borrowable };
    this.mostSeats = mostSeatsOf(nominal, this.overflow);
    this.currentLimit ??= nominal - Math.floor(lendable / 2);
  }

  /** Ends a period and updates the demand. */
  measure(now: number): void {
    const { seconds, average, deviation, max } = this.gauges.demand.reset(now);
    this.wanted = { ...this.wanted, highest: max };
    if (seconds <= 0) return;
    const envelope = average + deviation;
    const before = SMOOTHING * this.wanted.smoothed + (1 - SMOOTHING) * envelope;
    this.wanted = { highest: max, average, deviation, smoothed: Math.max(envelope, before) };
  }

  /** Seats that the level keeps regardless of the demand of other levels. */
  get kept(): number {
    const { nominal, lower } = this.limits;
    const { highest } = this.wanted;
    return Math.max(lower, this.isExempt ? highest : Math.min(nominal, highest));
  }
}

function overflowOf(limited: LimitedPriorityLevelConfiguration | undefined): Overflow {
  const queuing = limited?.limitResponse?.queuing;
  if (queuing === undefined) return "reject";
  const { queues = 1, handSize = 1, queueLengthLimit = 1 } = queuing;
  return { queues, handSize, lengthLimit: queueLengthLimit };
}

function mostSeatsOf(nominal: number, overflow: Overflow): number {
  if (typeof overflow === "string") return 0;
  return Math.max(1, Math.min(Math.ceil(nominal * MOST_OF_LEVEL), Math.floor(nominal / overflow.handSize)));
}

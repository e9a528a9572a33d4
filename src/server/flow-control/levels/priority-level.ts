import { membersOf } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type {
  LimitedPriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from "../../../resources/kinds/flowcontrol/fields/v1-types.ts";
import { LevelGauges } from "../queues/level-gauges.ts";
import { type Overflow, type QueueClock, QueueSet } from "../queues/queue-set.ts";

/** Seats of a priority level. */
export interface SeatLimits {
  /** Its share of the server's. */
  readonly nominal: number;
  /** What it does not lend. */
  readonly lower: number;
  /** What it may have with what it borrows. */
  readonly upper: number;
}

/** How much of what was wanted before counts when it is less now: half of it after five minutes of adjustments. */
const SMOOTHING = 0.977;
/** Of the nominal seats: what one request may have at most. */
const MOST_OF_LEVEL = 0.15;

/** A PriorityLevelConfiguration at work (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go, priorityLevelState). */
export class PriorityLevel {
  readonly name: string;
  readonly queues: QueueSet;
  readonly gauges: LevelGauges;
  uid = "";
  isExempt = false;
  overflow: Overflow = "reject";
  shares = 0;
  #lendable = 0;
  /** Undefined: as much as there is. */
  #borrowable: number | undefined;
  /** It has been deleted, and its requests are not done yet. */
  isQuiescing = false;
  limits: SeatLimits = { nominal: 0, lower: 0, upper: 0 };
  /** The most seats that one request may take; 0: as many as requests may take anywhere. */
  mostSeats = 0;
  /** Undefined: it is new. */
  currentLimit: number | undefined;
  /** Of the last period. */
  wanted = { highest: 0, average: 0, deviation: 0, smoothed: 0 };

  constructor(object: KubeObject, clock: QueueClock) {
    this.name = object.metadata.name ?? "";
    this.gauges = new LevelGauges(clock.now());
    this.take(object);
    this.queues = new QueueSet(clock, this.gauges, this.overflow);
  }

  /** It is configured like this from now on. */
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

  /** `total`: the seats of the server. `allShares`: of all levels. */
  divide(total: number, allShares: number): void {
    const nominal = allShares === 0 ? 0 : Math.ceil((total * this.shares) / allShares);
    const lendable = Math.round((nominal * this.#lendable) / 100);
    const borrowable =
      this.#borrowable === undefined ? total : Math.round((nominal * this.#borrowable) / 100);
    this.limits = { nominal, lower: nominal - lendable, upper: nominal + borrowable };
    this.mostSeats = mostSeatsOf(nominal, this.overflow);
    this.currentLimit ??= nominal - Math.floor(lendable / 2);
  }

  /** Ends a period. */
  measure(now: number): void {
    const { seconds, average, deviation, max } = this.gauges.demand.reset(now);
    this.wanted = { ...this.wanted, highest: max };
    if (seconds <= 0) return;
    const envelope = average + deviation;
    const before = SMOOTHING * this.wanted.smoothed + (1 - SMOOTHING) * envelope;
    this.wanted = { highest: max, average, deviation, smoothed: Math.max(envelope, before) };
  }

  /** What it keeps whatever others want. */
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

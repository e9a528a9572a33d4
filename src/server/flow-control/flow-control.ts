import { cancellationOf } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { timerMs } from "../../async/timer-ms.ts";
import type { Exposition } from "../../metrics/exposition.ts";
import type { Registry } from "../../resources/registry.ts";
import { isRead, type Leave, NOTHING_TAKEN, type TakePlace, tooMany } from "../accept/in-flight-limit.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { Views } from "../admit/views/views.ts";
import type { FullServerOptions } from "../options.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { compileSchemas, type Entry, flowOf } from "./classify.ts";
import { dumpFlows } from "./dump-flows.ts";
import { estimateWork } from "./estimate-work.ts";
import type { Flow } from "./flow.ts";
import { PriorityLevels } from "./levels/priority-levels.ts";
import { flowMetrics } from "./metrics/flow-metrics.ts";
import { RequestGauges } from "./metrics/request-gauges.ts";
import { objectSizes, type SizesOf } from "./object-sizes.ts";
import { FlowCounts } from "./queues/flow-counts.ts";
import type { QueueClock } from "./queues/queue-set.ts";
import type { Ticket } from "./queues/ticket.ts";
import { plainLimits, type RequestLimits } from "./request-limits.ts";
import { WatchCounts } from "./watch-counts.ts";

/** Resources that configure priority and fairness. */
export const FLOW_VIEWS = ["flowschemas", "prioritylevelconfigurations"] as const;
const [SCHEMAS, LEVELS] = FLOW_VIEWS;

/** Interval in which levels borrow seats from each other, in milliseconds. */
const BORROW_EVERY_MS = 10_000;

/**
 * Maximum number of kept counters, one for each schema in each level. Counters of deleted schemas and levels
 * are kept up to this number; above it all counters restart at 0.
 */
const MOST_COUNTS = 10_000;

interface FlowControlParts {
  readonly views: Views;
  /** Maximum number of requests in progress, except for those of exempt levels. */
  readonly seats: number;
  readonly sizesOf: SizesOf;
  /** Timeout of a request that sets none, in milliseconds. */
  readonly requestTimeoutMs: number;
  readonly clock: QueueClock;
}

/**
 * Priority and fairness (k8s.io/apiserver/pkg/util/flowcontrol/apf_controller.go). Each priority level has
 * its own seats. A request that finds a free seat continues at once; otherwise it waits in a fair queue.
 */
class FlowControl implements RequestLimits {
  readonly #views: Views;
  readonly #clock: QueueClock;
  readonly #requestTimeoutMs: number;
  readonly #levels: PriorityLevels;
  readonly #counts = new Map<string, FlowCounts>();
  readonly #requests: RequestGauges;
  readonly #facts: { readonly sizesOf: SizesOf; readonly watches: WatchCounts };
  /** Compiled schemas; undefined after a change of schemas or levels, until the next request. */
  #entries: readonly Entry[] | undefined;
  #stop: () => void = () => {};

  constructor({ views, seats, sizesOf, requestTimeoutMs, clock }: FlowControlParts) {
    this.#views = views;
    this.#clock = clock;
    this.#requestTimeoutMs = requestTimeoutMs;
    this.#levels = new PriorityLevels(seats, clock);
    this.#requests = new RequestGauges(clock.now());
    this.#facts = { sizesOf, watches: new WatchCounts() };
    views.of(SCHEMAS).onChange(() => {
      this.#entries = undefined;
    });
    views.of(LEVELS).onChange(() => this.#configure());
    this.#configure();
    this.#borrowLater();
  }

  #configure(): void {
    this.#entries = undefined;
    this.#levels.configure(this.#views.of(LEVELS).list());
    const { executing, waiting } = this.#levels.room;
    const now = this.#clock.now();
    this.#requests.setWhole("executing", executing, now);
    this.#requests.setWhole("waiting", waiting, now);
  }

  #borrowLater(): void {
    this.#stop = this.#clock.later(() => {
      this.#levels.adjust();
      this.#borrowLater();
    }, BORROW_EVERY_MS);
  }

  close(): void {
    this.#stop();
  }

  classify(info: RequestInfo, user: UserInfo): Flow | undefined {
    this.#entries ??= this.#compile();
    return flowOf(this.#entries, info, user);
  }

  #compile(): readonly Entry[] {
    if (this.#counts.size > MOST_COUNTS) this.#counts.clear();
    return compileSchemas(this.#views.of(SCHEMAS).list(), {
      levelOf: (name) => this.#levels.get(name),
      countsOf: (level, schema) => this.#countsOf(level, schema),
    });
  }

  #countsOf(level: string, schema: string): FlowCounts {
    const key = `${level}/${schema}`;
    const counts = this.#counts.get(key) ?? new FlowCounts(level, schema);
    this.#counts.set(key, counts);
    return counts;
  }

  readonly takePlace: TakePlace = (context) => {
    const { flow, info, user } = context;
    if (flow === undefined) return NOTHING_TAKEN;
    const { distinguisher, queues } = flow.handOf(user, info);
    const work = estimateWork(this.#facts, context, flow);
    const { counts, level } = flow;
    counts.estimatedSeats.observe(Math.max(work.initialSeats, work.finalSeats));
    const ticket = level.queues.start({ about: context, work, counts, distinguisher, hand: queues });
    if (ticket === undefined) return this.#refuse(flow);
    return ticket.startedAt === undefined ? this.#wait(context, flow, ticket) : this.#begin(flow, ticket);
  };

  /** Starts the work on a request. Returns the function to call when the request is complete. */
  #begin({ level }: Flow, ticket: Ticket): Leave {
    const { queues } = level;
    const reads = isRead(ticket.arrival.about.info);
    this.#requests.add("executing", reads, 1, ticket.startedAt ?? 0);
    return () => {
      queues.finish(ticket);
      this.#requests.add("executing", reads, -1, queues.syncedAt);
    };
  }

  async #wait(context: RequestContext, flow: Flow, ticket: Ticket): Promise<Leave | Answer> {
    const { queues } = flow.level;
    const giveUp = (): void => queues.cancel(ticket);
    const cancellation = cancellationOf(context.request);
    const stop = this.#clock.later(giveUp, waitMs(context, this.#requestTimeoutMs));
    cancellation.addEventListener("abort", giveUp);
    const reads = isRead(context.info);
    this.#requests.add("waiting", reads, 1, ticket.arrivedAt);
    const mayGo = await new Promise<boolean>((decide) => {
      ticket.decide = decide;
      if (cancellation.aborted) giveUp();
    });
    this.#requests.add("waiting", reads, -1, queues.syncedAt);
    stop();
    cancellation.removeEventListener("abort", giveUp);
    return mayGo ? this.#begin(flow, ticket) : this.#refuse(flow);
  }

  #refuse({ level }: Flow): Answer {
    return tooMany(this.#levels.refused(level, Date.now()));
  }

  watchBegins(info: RequestInfo): () => void {
    return this.#facts.watches.begin(info);
  }

  dump(name: string, withDetails: boolean): string | undefined {
    const ahead = Date.now() - this.#clock.now();
    return dumpFlows(name, this.#levels.all, { withDetails, realTime: (at) => at + ahead });
  }

  metrics(): Exposition {
    const source = { levels: this.#levels, counts: this.#counts.values(), requests: this.#requests };
    return flowMetrics(source, this.#clock.now());
  }
}

/** Returns priority and fairness if it is on and there is a limit; otherwise the plain limits. */
export function openLimits(
  { inFlight, priorityAndFairness, storage, requestTimeoutMs }: FullServerOptions,
  views: Views,
  registry: () => Registry,
): RequestLimits {
  const seats = inFlight.readOnly + inFlight.mutating;
  if (!priorityAndFairness || seats === 0) return plainLimits(inFlight);
  const sizesOf = objectSizes(storage, registry, REAL_TIME.now);
  return new FlowControl({ views, seats, sizesOf, requestTimeoutMs, clock: REAL_TIME });
}

const REAL_TIME: QueueClock = {
  now: () => performance.now(),
  later(act, ms) {
    const timer = setTimeout(act, timerMs(ms)).unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Returns the maximum time that a request waits for a seat, in milliseconds: a quarter of its timeout,
 * counted from its arrival. A watch has the same timeout here as other requests
 * (apiserver/pkg/server/filters/priority-and-fairness.go, getRequestWaitContext).
 */
function waitMs({ timeoutMs, request }: RequestContext, ordinaryMs: number): number {
  const most = (timeoutMs || ordinaryMs) / 4;
  return Math.max(0, request.startedAt + most - performance.now());
}

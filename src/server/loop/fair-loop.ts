import { LongBody, type ServerResponse } from "../../api/exchange/exchange.ts";
import { tooManyRequests } from "../../api/status.ts";
import { KnownCosts } from "./known-costs.ts";
import type { LoopBudget, LoopUser } from "./loop-budget.ts";
import { LoopTime } from "./loop-time.ts";
import { OneByOne } from "./one-by-one.ts";
import { type Clock, SlowLane } from "./slow-lane.ts";
import { UnauthenticatedRequests } from "./unauthenticated-requests.ts";

/**
 * Callback for a hold of the event loop of more than `HELD_MS` without a break. `context` is the request that
 * held it, or undefined if no request did. `ms` is the duration in milliseconds.
 */
export type TellOfHold = (context: LoopUser | undefined, ms: number) => void;

/** Time that one piece of work may hold the event loop before the hold is reported, in milliseconds. */
const HELD_MS = 100;

/**
 * The loop budget of a server with a port. Requests that take long leave nine tenths of the event loop to the
 * others, also if one client sends them over many connections. A request counts as long because of the time
 * that earlier requests of its sort took, or because of its bytes.
 */
export class FairLoop implements LoopBudget {
  readonly #now: () => number;
  readonly #lane: SlowLane;
  readonly #steps: OneByOne;
  readonly #unauthenticated = new UnauthenticatedRequests(() => this.#lane.turn(NOBODY, UNAUTHENTICATED_MS));
  readonly #costs = new KnownCosts();
  readonly #time: LoopTime;
  readonly #held: TellOfHold;
  /**
   * Running mean of the loop time of a request on this machine under its current load, in milliseconds. Slow
   * requests count with at most the threshold `#slowMs`.
   */
  #usualMs = 0;
  /** Milliseconds that reported requests have held the loop since the last check of `watch`. */
  #heldMs = 0;

  constructor(held: TellOfHold, clock: Clock = REAL_TIME) {
    const { now } = clock;
    this.#held = held;
    this.#now = now;
    this.#lane = new SlowLane(clock);
    this.#steps = new OneByOne((act) => clock.later(act, 0));
    this.#time = new LoopTime(now, setImmediate, (context, ms, at) => this.#spent(context, ms, at));
  }

  /**
   * Starts to check for long work outside of requests (timers, controllers, connections). Returns a function
   * that stops the checks.
   */
  watch(): () => void {
    let dueAt = this.#now() + HELD_MS;
    const timer = setInterval(() => {
      const lateMs = this.#now() - dueAt - this.#heldMs;
      dueAt = this.#now() + HELD_MS;
      this.#heldMs = 0;
      if (lateMs > HELD_MS) this.#held(undefined, lateMs);
    }, HELD_MS).unref();
    return () => clearInterval(timer);
  }

  /** A step of several requests begins, see `http/in-step.ts`. */
  stepBegins(): void {
    this.#time.stepBegins();
  }

  stepEnds(): void {
    this.#time.stepEnds();
  }

  work(context: LoopUser): void {
    this.#time.work(context);
  }

  turn(context: LoopUser, bytes: number): Promise<void> | undefined {
    const known = this.#costs.of(context);
    return this.#turnFor(context, Math.max(known < this.#slowMs ? 0 : known, bytes / BYTES_PER_MS));
  }

  answerTurn(context: LoopUser, bytes: number): Promise<void> | undefined {
    return this.#turnFor(context, bytes / BYTES_SENT_PER_MS);
  }

  sentTurn(context: LoopUser, bytes: number): Promise<void> | undefined {
    if (bytes < BYTES_PER_TURN) return undefined;
    const wait = this.#wait(context, bytes / BYTES_SENT_PER_MS);
    if (wait === undefined) this.work(context);
    return wait?.then(() => this.work(context));
  }

  #turnFor(context: LoopUser, ms: number): Promise<void> | undefined {
    if (ms < Math.max(SLOW_MS, context.loop.prepaidMs)) return undefined;
    if (this.#isFullFor(clientOf(context))) throw tooMany();
    const wait = this.#wait(context, ms);
    if (wait === undefined) this.work(context);
    return wait?.then(() => this.work(context));
  }

  #isFullFor(client: string): boolean {
    return this.#lane.length >= MOST_WAITING || this.#lane.lengthOf(client) >= MOST_OF_A_CLIENT;
  }

  anonymousTurn(context: LoopUser): Promise<void> | undefined {
    const { request, loop } = context;
    if (this.#unauthenticated.waitingOf(request.peer) >= MOST_UNAUTHENTICATED) {
      this.#lane.pay(UNAUTHENTICATED_MS);
      request.hangUp?.();
      throw tooMany();
    }
    const unwanted = request.unwantedBytes?.() ?? 0;
    if (unwanted > MUCH_UNWANTED) this.#lane.pay(unwanted / BYTES_DROPPED_PER_MS);
    loop.prepaidMs = UNAUTHENTICATED_MS;
    return this.#unauthenticated.turn(request.peer);
  }

  /**
   * Waits until the request may do its next step. Work that takes longer than expected waits in the slow lane
   * for each step. Work that is paid for continues after one turn of the loop.
   */
  async step(context: LoopUser): Promise<void> {
    const isPaid = context.loop.prepaidMs > 0;
    await ((isPaid ? undefined : this.#wait(context, STEP_MS)) ?? this.#steps.turn(clientOf(context)));
    this.work(context);
  }

  #wait(context: LoopUser, ms: number): Promise<void> | undefined {
    context.loop.prepaidMs = ms;
    return this.#lane.turn(clientOf(context), ms);
  }

  /** Resolves when a connection may begin its handshake. Undefined means now. */
  handshake(): Promise<void> | undefined {
    return this.#lane.turn(NOBODY, HANDSHAKE_MS);
  }

  /**
   * Resolves when the server may read on from a connection that has sent `bytes` bytes of TLS records without
   * content. Undefined means now.
   */
  overhead(bytes: number): Promise<void> | undefined {
    return this.#lane.turn(OVERHEAD, bytes / OVERHEAD_BYTES_PER_MS);
  }

  paced(context: LoopUser, { pieces }: LongBody): LongBody {
    return new LongBody(this.#inTurn(context, pieces));
  }

  async *#inTurn(context: LoopUser, pieces: LongBody["pieces"]): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    this.work(context);
    for await (const piece of pieces) {
      yield piece;
      bytes += piece.byteLength;
      if (bytes >= BYTES_PER_TURN) {
        await this.#wait(context, bytes / BYTES_PER_MS);
        bytes = 0;
      }
      this.work(context);
    }
  }

  finished(context: LoopUser, { body }: ServerResponse): void {
    const bytes = typeof body === "string" || body instanceof Uint8Array ? body.length : 0;
    const { loop } = context;
    if (bytes > MUCH_TO_SEND) this.#willSpend(loop, bytes / BYTES_SENT_PER_MS);
    const { ms } = loop;
    this.#usualMs += (Math.min(ms, this.#slowMs) - this.#usualMs) * NEW_SHARE;
    this.#costs.learn(context, ms);
  }

  /** Loop time from which a request counts as slow, in milliseconds. */
  get #slowMs(): number {
    return Math.max(SLOW_MS, this.#usualMs * SLOW_FACTOR);
  }

  #spent(context: LoopUser, ms: number, at: number): void {
    const { loop } = context;
    loop.ms += ms;
    if (ms > HELD_MS) this.#tell(context, ms);
    if (loop.prepaidMs === 0 && ms < SURPRISE_MS) this.#lane.ordinary(ms, at);
    else this.#pay(loop, ms);
  }

  #willSpend(loop: LoopUser["loop"], ms: number): void {
    loop.ms += ms;
    this.#pay(loop, ms);
  }

  #tell(context: LoopUser, ms: number): void {
    this.#heldMs += ms;
    this.#held(context, ms);
  }

  #pay(loop: LoopUser["loop"], ms: number): void {
    const unpaid = ms - loop.prepaidMs;
    loop.prepaidMs = Math.max(0, -unpaid);
    if (unpaid > 0) this.#lane.pay(unpaid);
  }
}

const REAL_TIME: Clock = {
  now: () => performance.now(),
  later: (act, ms) => void (ms > 0 ? setTimeout(act, ms).unref() : setImmediate(act)),
  idle: () => performance.eventLoopUtilization().idle,
};

const tooMany = () => tooManyRequests("Too many requests, please try again later.", 1);

/** Client of a request: its user name, or its network address if it is anonymous. */
const clientOf = ({ user, request }: LoopUser): string =>
  user.username === "system:anonymous" ? request.peer.address : user.username;

/** Client of the work for connections that are not authenticated yet. */
const NOBODY = "";
/** Client of the work for TLS records without content. */
const OVERHEAD = " ";
/** Maximum number of requests in the slow lane. More are refused with 429. */
const MOST_WAITING = 1000;
/** Maximum number of requests in the slow lane for one client, so that there is room for other clients. */
const MOST_OF_A_CLIENT = 250;
/** A request that takes less than this is never slow, in milliseconds. Most requests take a quarter of it. */
const SLOW_MS = 1.5;
/** A slow request takes at least this multiple of the usual time. */
const SLOW_FACTOR = 4;
const NEW_SHARE = 0.01;
/**
 * Unexpected loop time from which a piece of work counts as slow, in milliseconds. Less can be the work of
 * other requests in the same step.
 */
const SURPRISE_MS = 10;
/** Approximate maximum of the work between two steps of a request, in milliseconds. */
const STEP_MS = 5;
/** Bytes that the server reads, checks and writes in a millisecond, roughly. */
const BYTES_PER_MS = 40_000;
/** Bytes that the server encrypts and sends in a millisecond, roughly. */
const BYTES_SENT_PER_MS = 400_000;
const MUCH_TO_SEND = 128 << 10;
/** Bytes of a long response that may be sent before other requests have their turn. */
const BYTES_PER_TURN = 512 << 10;
/** Loop time to refuse an unauthenticated request, with the work for its connection, in milliseconds. */
const UNAUTHENTICATED_MS = 0.4;
/** Maximum number of unauthenticated requests of one connection that wait. */
const MOST_UNAUTHENTICATED = 10;
/** Unread bytes of a connection from which the time to decrypt and drop them is charged. */
const MUCH_UNWANTED = 64 << 10;
const BYTES_DROPPED_PER_MS = 500_000;
/**
 * Bytes of TLS records without content that are processed in a millisecond. A record has at least 22 bytes
 * besides its content; a record that changes the keys takes 0.1 ms.
 */
const OVERHEAD_BYTES_PER_MS = 300;
/** Loop time of the server's part of a TLS handshake, in milliseconds. */
const HANDSHAKE_MS = 1;

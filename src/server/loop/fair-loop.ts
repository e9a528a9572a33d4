import { LongBody, type ServerResponse } from "../../api/exchange.ts";
import { tooManyRequests } from "../../api/status.ts";
import { KnownCosts } from "./known-costs.ts";
import type { LoopBudget, LoopUser } from "./loop-budget.ts";
import { LoopTime } from "./loop-time.ts";
import { OneByOne } from "./one-by-one.ts";
import { type Clock, SlowLane } from "./slow-lane.ts";
import { UnauthenticatedRequests } from "./unauthenticated-requests.ts";

/** Told when the event loop was held for longer than `HELD_MS` without a break; undefined: not by a request. */
export type TellOfHold = (context: LoopUser | undefined, ms: number) => void;

/** Longer than that nobody should hold the event loop, in milliseconds. */
const HELD_MS = 100;

/**
 * The budget of a server with a port: anyone who asks for what takes long leaves the others nine tenths of the event loop,
 * however many connections that are. What takes long is known by how long it took before, and by its bytes.
 */
export class FairLoop implements LoopBudget {
  readonly #now: () => number;
  readonly #lane: SlowLane;
  readonly #steps: OneByOne;
  readonly #unauthenticated = new UnauthenticatedRequests(() => this.#lane.turn(NOBODY, UNAUTHENTICATED_MS));
  readonly #costs = new KnownCosts();
  readonly #time: LoopTime;
  readonly #held: TellOfHold;
  /** What a request takes, on this machine with what else it does. */
  #usualMs = 0;
  /** Since the watch looked last, by requests. */
  #heldMs = 0;

  constructor(held: TellOfHold, clock: Clock = REAL_TIME) {
    const { now } = clock;
    this.#held = held;
    this.#now = now;
    this.#lane = new SlowLane(clock);
    this.#steps = new OneByOne((act) => clock.later(act, 0));
    this.#time = new LoopTime(now, setImmediate, (context, ms, at) => this.#spent(context, ms, at));
  }

  /** Looks out for work that no request does: timers, controllers, connections. */
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

  /** See `http/together.ts`. */
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

  /** What is longer than anybody had known waits in the lane, step by step; what was paid for goes on when the loop has turned. */
  async step(context: LoopUser): Promise<void> {
    const isPaid = context.loop.prepaidMs > 0;
    await ((isPaid ? undefined : this.#wait(context, STEP_MS)) ?? this.#steps.turn(clientOf(context)));
    this.work(context);
  }

  #wait(context: LoopUser, ms: number): Promise<void> | undefined {
    context.loop.prepaidMs = ms;
    return this.#lane.turn(clientOf(context), ms);
  }

  /** Resolves when a connection may begin its handshake. */
  handshake(): Promise<void> | undefined {
    return this.#lane.turn(NOBODY, HANDSHAKE_MS);
  }

  /** Resolves when a connection may be read on that has brought so many bytes of TLS without anything in them. */
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

  /** From here on a request takes long. */
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

/** Who is unknown is told by the address. */
const clientOf = ({ user, request }: LoopUser): string =>
  user.username === "system:anonymous" ? request.peer.address : user.username;

/** Who has not said yet who it is. */
const NOBODY = "";
/** Whose connections bring nothing. */
const OVERHEAD = " ";
/** Requests that take long, and wait. */
const MOST_WAITING = 1000;
/** Of one client: others must find room. */
const MOST_OF_A_CLIENT = 250;
/** No request that is quicker takes long, in milliseconds; most take a quarter of it. */
const SLOW_MS = 1.5;
/** Nor does one that is less than so many times slower than others. */
const SLOW_FACTOR = 4;
const NEW_SHARE = 0.01;
/** What nobody expected to take long, and did. Less than that may be the work of others in the same step. */
const SURPRISE_MS = 10;
/** What a request does between two of its steps, at most, roughly. */
const STEP_MS = 5;
/** What reading, checking and writing bytes takes, roughly. */
const BYTES_PER_MS = 40_000;
/** What encrypting and writing bytes takes, roughly. */
const BYTES_SENT_PER_MS = 400_000;
const MUCH_TO_SEND = 128 << 10;
/** What a long answer may go on with before others have their turn. */
const BYTES_PER_TURN = 512 << 10;
/** What a request takes that is refused because nobody knows whose it is, and what the connection takes for it. */
const UNAUTHENTICATED_MS = 0.4;
/** Unauthenticated requests that wait, of one connection. */
const MOST_UNAUTHENTICATED = 10;
/** What comes over a connection with such a request and nobody reads: decrypting and dropping it takes time, too. */
const MUCH_UNWANTED = 64 << 10;
const BYTES_DROPPED_PER_MS = 500_000;
/** A record of TLS has 22 bytes and more besides what is in it; one that changes the keys takes 0.1 ms. */
const OVERHEAD_BYTES_PER_MS = 300;
/** Of TLS, on this side. */
const HANDSHAKE_MS = 1;

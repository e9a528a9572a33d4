import type { UserInfo } from "../../api/meta.ts";
import type { Intercept } from "../../cluster/cluster.ts";
import { isJsonObject } from "../../json/value.ts";
import type { Recorder } from "../../server/record/recorder.ts";
import { Trail } from "../../server/record/trail.ts";
import type { RequestContext } from "../../server/request-context.ts";
import { isRead } from "../explain-context.ts";
import type { Explanation } from "../explanation.ts";
import { type Remembered, RememberedRing } from "../remembered.ts";
import { type EventSource, eventStream, Listeners } from "../stream/event-stream.ts";
import { maskRequest } from "../stream/mask-secrets.ts";
import { type RequestDetail, requestDetail } from "../stream/request-detail.ts";
import { SentReviews } from "../stream/sent-reviews.ts";
import type { Explained } from "../world.ts";
import { isOfPerson, LongMemory, SampledRequests } from "./long-memory.ts";
import { refusesName, refusesResource, withEarlierRefusal } from "./refused-before.ts";
import {
  eventFor,
  explainKept,
  mayRead,
  namespaceLabels,
  OWN_USER,
  requireRead,
  type StreamWish,
} from "./shown-request.ts";

/**
 * Number of requests that are remembered while there are subscribers, and for LISTENED_TO_MS after the last
 * one left: it may connect again, or request details of one of them.
 */
const MOST_LISTENED_TO = 1000;
const LISTENED_TO_MS = 60_000;
const FOR_PROGRAMS = { stayMs: LISTENED_TO_MS, togetherMs: 50 };
/**
 * Settings for viewers in a browser. A longer interval is enough, because users do not read faster, and each
 * piece costs time in the server and in the browser.
 */
const FOR_PEOPLE = { stayMs: LISTENED_TO_MS, togetherMs: 150 };

/**
 * Remembers at most `most` requests, and fewer if they are large. Reads and unauthenticated requests have a
 * separate limit. `mostLong` further writes are remembered for long, as many as a person makes (long-memory.ts).
 */
export const createRecentRequests = (most: number, mostLong = 0): RecentRequests =>
  new RecentRequests(most, mostLong);

/** The latest requests of a server, with explanations of their results. */
export class RecentRequests {
  readonly recorder: Recorder;
  readonly #most: number;
  readonly #writes: RememberedRing;
  readonly #others: RememberedRing;
  readonly #long: LongMemory;
  readonly #sent = new SentReviews();
  readonly #sampled = new SampledRequests();
  readonly #listeners: Listeners;
  readonly #viewers: Listeners;
  readonly #started = Date.now().toString(36);
  #sequence = 0;
  /** True if a viewer requested reads, or the server's own requests. */
  #wantsMore = false;

  constructor(most: number, mostLong: number) {
    this.#most = most;
    this.#long = new LongMemory(mostLong);
    this.#writes = new RememberedRing(most);
    this.#others = new RememberedRing(most);
    this.#listeners = new Listeners(() => this.#listenersChanged(), FOR_PROGRAMS);
    this.#viewers = new Listeners(() => this.#viewersChanged(), FOR_PEOPLE);
    this.recorder = {
      begin: (context) => {
        context.trail = new Trail(false);
        return (response) => {
          this.#keep(context, response.status);
          return response;
        };
      },
    };
  }

  /** Number of open streams. */
  get listening(): number {
    return this.#listeners.open + this.#viewers.open;
  }

  /** Intercepts calls to webhooks, and stores requests and responses while there are subscribers. */
  get intercept(): Intercept {
    return this.#sent.intercept;
  }

  /**
   * Explains the request with this audit id, or the latest one (`last`); undefined if it is not remembered.
   * `asked` is the name of a webhook, policy or binding. Throws 403 unless the viewer may read the object of
   * the request: patches, messages and the values that conditions read show parts of it.
   */
  explain(id: string, server: Explained, viewer: UserInfo, asked?: string): Explanation | undefined {
    const found = this.#find(id, server, viewer);
    if (found === undefined) return undefined;
    const explanation = explainKept(found, server, asked);
    const isIt = (one: Remembered): boolean =>
      asked === undefined ? refusesResource(one, found.context.info) : refusesName(one, asked);
    const isRefused = (one: Remembered): boolean => isIt(one) && mayRead(one, server, viewer);
    return withEarlierRefusal(
      explanation,
      () => this.#writes.findLast(isRefused) ?? this.#long.findLast(isRefused),
    );
  }

  /** Returns the same, with the objects and all decisions. The values of Secrets are masked. */
  explainFully(
    id: string,
    server: Explained,
    viewer: UserInfo,
  ): (Explanation & { readonly detail: RequestDetail }) | undefined {
    const found = this.#find(id, server, viewer);
    if (found === undefined) return undefined;
    const detail = requestDetail(found, namespaceLabels(server), (uid) => this.#sent.find(uid));
    return maskRequest({ ...explainKept(found, server, undefined), detail }, found);
  }

  /** Streams requests as they are handled, beginning with the oldest that is remembered. */
  stream(server: Explained, viewer: UserInfo, wanted: StreamWish): AsyncIterable<string> {
    this.#wantsMore ||= wanted.sample && (wanted.reads || wanted.own);
    const sampled = this.#sampled;
    const rings = wanted.sample
      ? [sampled.ring]
      : wanted.reads
        ? [this.#writes, this.#others]
        : [this.#writes];
    const source: EventSource = {
      listeners: wanted.sample ? this.#viewers : this.#listeners,
      after: (from, count) => merged(rings.map((ring) => ring.after(from, count))).slice(0, count),
      get lastDropped() {
        return Math.max(...rings.map((ring) => ring.lastDropped));
      },
      get skipped() {
        return wanted.sample ? sampled.skipped : 0;
      },
      eventOf: (request) => eventFor(request, server, viewer, wanted),
    };
    const sequence = positionOf(wanted.lastEventId, this.#started, this.#sequence);
    return eventStream(source, wanted.follow, { started: this.#started, sequence });
  }

  #keep(context: RequestContext, status: number): void {
    const isOther = status === 401 || isRead(context);
    if (isOther && !context.info.isResource) return;
    const milliseconds = performance.now() - context.request.startedAt;
    const kept = isOther ? withoutObjects(context) : context;
    const one = { context: kept, status, sequence: ++this.#sequence, milliseconds };
    (isOther ? this.#others : this.#writes).add(one);
    if (!isOther && !isOwn(context)) this.#long.offer(one);
    this.#listeners.announce();
    const isWanted = this.#wantsMore || (!isOther && !isOwn(context));
    if (this.#viewers.open === 0 || !isWanted) return;
    this.#sampled.offer(one);
    this.#viewers.announce();
  }

  #find(id: string, server: Explained, viewer: UserInfo): Remembered | undefined {
    const found = id === "last" ? this.#last() : this.#byId(id);
    if (found !== undefined) requireRead(found, server, viewer);
    return found;
  }

  /** The last write of a person; without any, that of a controller. */
  #last(): Remembered | undefined {
    const isOfClient = ({ context }: Remembered): boolean => !isOwn(context);
    return (
      this.#writes.findLast(isOfPerson) ??
      this.#long.findLast(isOfPerson) ??
      this.#writes.findLast(isOfClient)
    );
  }

  #byId(id: string): Remembered | undefined {
    const isIt = ({ context: { auditId } }: Remembered): boolean => auditId === id;
    const rings = [this.#writes, this.#long, this.#sampled.ring, this.#others];
    for (const ring of rings) {
      const found = ring.findLast(isIt);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #listenersChanged(): void {
    this.#keepReviews();
    const count = this.#listeners.isHeard ? Math.max(this.#most, MOST_LISTENED_TO) : this.#most;
    for (const ring of [this.#writes, this.#others]) ring.resize(count);
  }

  #viewersChanged(): void {
    this.#keepReviews();
    this.#sampled.turn(this.#viewers.isHeard);
    if (!this.#viewers.isHeard) return;
    // The newest requests, as many as are kept without subscribers, and those of people before them.
    const newest = this.#writes.after(0, Number.POSITIVE_INFINITY).slice(-this.#most);
    const [first] = newest;
    const before = this.#long
      .all()
      .filter(({ sequence }) => first === undefined || sequence < first.sequence);
    for (const one of [...before, ...newest]) this.#sampled.offer(one);
  }

  #keepReviews(): void {
    this.#sent.turn(this.#listeners.isHeard || this.#viewers.isHeard);
  }
}

/**
 * Parses the position of an event id; undefined if the id is from an earlier start of the server, or
 * malformed.
 */
function positionOf(id: string, started: string, newest: number): number | undefined {
  const [start, number = ""] = id.split("-");
  if (start !== started || !/^\d{1,15}$/.test(number)) return undefined;
  return Math.min(Number(number), newest);
}

const merged = (lists: readonly (readonly Remembered[])[]): readonly Remembered[] =>
  lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort((a, b) => a.sequence - b.sequence);

/** Removes the objects: data from reads must not be stored. */
const withoutObjects = (context: RequestContext): RequestContext => ({
  ...context,
  requestObject: undefined,
  responseObject: statusOnly(context.responseObject),
});

function statusOnly(answer: RequestContext["responseObject"]): RequestContext["responseObject"] {
  if (!isJsonObject(answer) || answer.kind !== "Status") return undefined;
  const { reason = "", message = "" } = answer;
  return { reason, message };
}

/** True for a write of the server itself, whose controllers write at any time. */
const isOwn = ({ user }: RequestContext): boolean => user.username === OWN_USER;

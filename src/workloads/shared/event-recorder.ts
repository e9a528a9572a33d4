import { createHash } from "node:crypto";
import type { KubeObject } from "../../api/meta.ts";
import { formatTime } from "../../api/time.ts";
import { BoundedCache } from "../../async/bounded-cache.ts";
import type { ApiClient } from "../base/api-client.ts";
import type { Work, WorkQueue } from "../base/work-queue.ts";

/**
 * Writes Events about objects, as client-go's recorder does. A repeated event increases the count of the
 * existing Event.
 */
export interface EventRecorder {
  normal(object: KubeObject, reason: string, message: string): void;
  warning(object: KubeObject, reason: string, message: string): void;
}

/**
 * Limit of client-go's EventSourceObjectSpamFilter: 25 events at once about one object, then one every five
 * minutes.
 */
const BURST = 25;
const REFILL_MS = 300_000;
/** Largest number of different events, and of objects, that are remembered. */
const REMEMBERED = 4096;
/** Largest number of events that wait to be written. Further events are dropped. */
const WAITING = 1000;
/**
 * Events of one reason with different texts within ten minutes: from this number on they are combined into
 * one.
 */
const SIMILAR = 10;
const SIMILAR_MS = 600_000;

interface Noted {
  readonly name: string;
  count: number;
}

interface Similar {
  readonly messages: Set<string>;
  lastAt: number;
}

interface RecorderParts {
  readonly api: ApiClient;
  /** Source of the events, for example `deployment-controller`. */
  readonly component: string;
  readonly now: () => number;
  queue(work: Work): WorkQueue;
}

/**
 * Returns a recorder whose Events name the component. A queue writes them, and drops those that cannot be written.
 */
export function createEventRecorder({ api, component, now, queue }: RecorderParts): EventRecorder {
  const noted = new BoundedCache<Noted>({ entries: REMEMBERED });
  const similar = new BoundedCache<Similar>({ entries: REMEMBERED });
  const tokens = new BoundedCache<{ left: number; at: number }>({ entries: REMEMBERED });
  const waiting = new Map<string, () => Promise<void>>();
  let sequence = 0;
  const writes = queue(async (key) => {
    const write = waiting.get(key);
    waiting.delete(key);
    // An Event that cannot be written is lost, as in the reference.
    await write?.();
    return true;
  });
  const mayWrite = (uid: string): boolean => {
    const bucket = tokens.get(uid) ?? { left: BURST, at: now() };
    const refilled = Math.min(BURST, bucket.left + (now() - bucket.at) / REFILL_MS);
    tokens.set(uid, { left: Math.max(0, refilled - 1), at: now() });
    return refilled >= 1;
  };
  /** Returns the message, or the one of a combined event for many similar ones. */
  const combined = (key: string, message: string): string => {
    const known = similar.get(key);
    const recent = known !== undefined && now() - known.lastAt < SIMILAR_MS ? known : undefined;
    const entry = recent ?? { messages: new Set<string>(), lastAt: 0 };
    entry.lastAt = now();
    if (entry.messages.size < SIMILAR) entry.messages.add(message);
    similar.set(key, entry);
    const isOneOfMany = entry.messages.size >= SIMILAR && !entry.messages.has(message);
    return isOneOfMany ? `(combined from similar events): ${message}` : message;
  };
  const record = (type: string, object: KubeObject, reason: string, given: string): void => {
    const { uid = "", namespace = "default", name = "" } = object.metadata;
    if (waiting.size >= WAITING || !mayWrite(uid)) return;
    const about = [object.kind, uid, type, reason].join(" ");
    const message = combined(about, given);
    const isCombined = message !== given;
    const key = createHash("sha256")
      .update(`${about} ${isCombined ? "" : message}`)
      .digest("base64");
    const path = `/api/v1/namespaces/${namespace}/events`;
    const time = formatTime(now());
    const write = async (): Promise<void> => {
      const known = noted.get(key);
      if (known !== undefined) {
        const patch = { count: known.count + 1, lastTimestamp: time, message };
        const { status } = await api.patch("strategic", `${path}/${known.name}`, patch);
        known.count++;
        if (status !== 404) return;
      }
      const eventName = `${name}.${nanoseconds(now(), ++sequence)}`;
      const event = {
        apiVersion: "v1",
        kind: "Event",
        metadata: { name: eventName, namespace },
        involvedObject: reference(object),
        reason,
        message,
        source: { component },
        firstTimestamp: time,
        lastTimestamp: time,
        count: 1,
        type,
        eventTime: null,
        reportingComponent: component,
        reportingInstance: "",
      };
      const { status } = await api.send("POST", path, event);
      if (status === 201) noted.set(key, { name: eventName, count: 1 });
    };
    const before = waiting.get(key);
    waiting.set(key, before === undefined ? write : () => before().then(write));
    writes.add(key);
  };
  return {
    normal: (object, reason, message) => record("Normal", object, reason, message),
    warning: (object, reason, message) => record("Warning", object, reason, message),
  };
}

const reference = ({ apiVersion, kind, metadata }: KubeObject) => ({
  kind,
  ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
  name: metadata.name,
  uid: metadata.uid,
  apiVersion,
  resourceVersion: metadata.resourceVersion,
});

/**
 * client-go uses the time in nanoseconds in the names of events. Here a sequence number distinguishes events
 * of one millisecond.
 */
const nanoseconds = (milliseconds: number, sequence: number): string =>
  (BigInt(milliseconds) * 1_000_000n + BigInt(sequence % 1_000_000)).toString(16);

import { closeSync, openSync, readSync } from "node:fs";
import { withSortedKeys } from "../../../src/api/object/key-order.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { withoutAges } from "../answer.ts";

const PATIENCE_MS = 3000;
const SOON_MS = 250;
const CHUNK = 1 << 20;

/** The audit log of one of the servers. */
export class AuditLog {
  readonly #file: number;
  readonly #events = new Map<string, JsonObject[]>();
  readonly #buffer = Buffer.alloc(CHUNK);
  #rest = "";

  constructor(path: string) {
    this.#file = openSync(path, "a+");
  }

  /** The event of a request with that `Audit-ID`; undefined when there is none in time. */
  async event(id: string): Promise<JsonObject | undefined> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      this.#read();
      const found = this.#events.get(id)?.at(-1);
      if (found !== undefined || Date.now() > until) {
        this.#events.delete(id);
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** All events of a request; there may be none. They follow soon after the response. */
  async events(id: string): Promise<readonly JsonObject[]> {
    await new Promise((resolve) => setTimeout(resolve, SOON_MS));
    this.#read();
    const found = this.#events.get(id) ?? [];
    this.#events.delete(id);
    return found;
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(): void {
    for (let length = CHUNK; length === CHUNK; ) {
      length = readSync(this.#file, this.#buffer, 0, CHUNK, null);
      const lines = (this.#rest + this.#buffer.toString("latin1", 0, length)).split("\n");
      this.#rest = lines.pop() ?? "";
      for (const line of lines) this.#keep(JSON.parse(Buffer.from(line, "latin1").toString("utf8")) as Json);
    }
  }

  /** Keeps only events of requests that a case sent. */
  #keep(event: Json): void {
    if (!isJsonObject(event) || !String(event.auditID).startsWith("audit-")) return;
    const id = String(event.auditID);
    this.#events.set(id, [...(this.#events.get(id) ?? []), event]);
  }
}

const COMPARED = ["level", "verb", "objectRef", "requestObject", "responseStatus", "annotations"];
const UNSTEADY = /^authentication\.kubernetes\.io\/issued-credential-id/;
/** The annotation exists only if a phase was slow. */
const LATENCY = /^apiserver\.latency/;

/** The parts of an event that do not follow from the answer. */
export function comparableEvent(event: JsonObject | undefined): Json {
  if (event === undefined) return "no event";
  const made: JsonObject = {};
  for (const key of COMPARED) if (event[key] !== undefined) made[key] = event[key];
  if (isJsonObject(made.annotations)) made.annotations = comparableAnnotations(made.annotations);
  return made;
}

/** The whole event except for the parts that depend on other cases. */
export function wholeEvent({ auditID: _, annotations, responseObject, ...event }: JsonObject): JsonObject {
  return {
    ...event,
    ...(responseObject === undefined ? {} : { responseObject: withoutAges(responseObject) }),
    ...(isJsonObject(annotations) ? { annotations: comparableAnnotations(annotations) } : {}),
  };
}

/** The number of webhooks before one depends on the other cases, so only their order is compared. */
function comparableAnnotations(annotations: JsonObject): JsonObject {
  const made: JsonObject = {};
  const indexed = Object.entries(annotations).sort(([a], [b]) => byIndex(a, b));
  for (const [key, value = null] of indexed) {
    if (LATENCY.test(key)) continue;
    const name = key.replace(/_index_\d+$/, "_index");
    const shown = UNSTEADY.test(key) ? "{value}" : value;
    const known = made[name];
    made[name] = name === key ? shown : withNext(Array.isArray(known) ? known : [], shown);
  }
  // In Go's order, without the numbers.
  return withSortedKeys(made);
}

/**
 * If another case registers webhooks between two evaluations of one request, a hook is recorded under both of its
 * indexes.
 */
function withNext(list: Json[], value: Json): Json[] {
  const text = JSON.stringify(value);
  return list.some((other) => JSON.stringify(other) === text) ? list : [...list, value];
}

/** Those without an index first, as they are; of each sort of webhooks those with lower indexes first. */
function byIndex(a: string, b: string): number {
  const [index, other] = [indexOf(a), indexOf(b)];
  if (index >= 0 && other >= 0 && sortOf(a) !== sortOf(b)) return sortOf(a) < sortOf(b) ? -1 : 1;
  return index - other;
}

const sortOf = (key: string): string => key.replace(/\d+$/, "");

const indexOf = (key: string): number => Number(/_index_(\d+)$/.exec(key)?.[1] ?? -1);

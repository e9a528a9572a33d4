import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import type { AuditBackend, AuditEvent } from "./backend.ts";
import { ignoringErrors, unionOf } from "./backend.ts";
import { type BatchOptions, BufferedBackend } from "./buffered.ts";
import { logBackend } from "./log-backend.ts";
import { truncating } from "./truncate.ts";

const eventOf = (value: JsonObject): AuditEvent => ({ value, line: `${JSON.stringify(value)}\n` });
const numbered = (n: number): AuditEvent => eventOf({ auditID: String(n) });

/** Backend that collects the lines of its events, batch by batch. */
function collecting(answer: () => boolean | Promise<boolean> = () => true) {
  const batches: string[][] = [];
  const backend: AuditBackend = {
    process(events) {
      batches.push(events.map(({ value }) => String(value.auditID)));
      return answer();
    },
    close: async () => undefined,
  };
  return { backend, batches };
}

const OPTIONS: BatchOptions = { bufferSize: 100, maxSize: 3, maxWaitMs: 60_000, throttle: undefined };
const silent = (): void => {};

test("a batch goes when it is full, and the rest when the server stops", async () => {
  const { backend, batches } = collecting();
  const buffered = new BufferedBackend(backend, OPTIONS, silent);
  for (let n = 1; n <= 7; n++) buffered.process([numbered(n)]);
  expect(batches).toEqual([
    ["1", "2", "3"],
    ["4", "5", "6"],
  ]);
  await buffered.close();
  expect(batches.at(-1)).toEqual(["7"]);
});

test("an event waits no longer than it may", async () => {
  vi.useFakeTimers();
  const { backend, batches } = collecting();
  const buffered = new BufferedBackend(backend, { ...OPTIONS, maxWaitMs: 30_000 }, silent);
  buffered.process([numbered(1)]);
  vi.advanceTimersByTime(20_000);
  buffered.process([numbered(2)]);
  vi.advanceTimersByTime(9_999);
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(batches).toEqual([["1", "2"]]);
  await buffered.close();
  vi.useRealTimers();
});

test("no more batches go than may; they wait, and what finds no place is lost and logged", async () => {
  vi.useFakeTimers();
  const { backend, batches } = collecting();
  const said: string[] = [];
  const log = (_: string, message: string): void => void said.push(message);
  const options = { bufferSize: 2, maxSize: 1, maxWaitMs: 0, throttle: { qps: 1, burst: 2 } };
  const buffered = new BufferedBackend(backend, options, log);
  for (let n = 1; n <= 6; n++) buffered.process([numbered(n)]);
  expect(batches).toEqual([["1"], ["2"]]);
  expect(said).toEqual(["audit events are lost: audit buffer queue blocked"]);
  vi.advanceTimersByTime(1001);
  expect(batches).toEqual([["1"], ["2"], ["3"]]);
  await buffered.close();
  expect(batches.at(-1)).toEqual(["4"]);
  vi.useRealTimers();
});

test("closing waits for what is on its way", async () => {
  let deliver = (_: boolean): void => {};
  const delivered = new Promise<boolean>((resolve) => {
    deliver = resolve;
  });
  const { backend } = collecting(() => delivered);
  const buffered = new BufferedBackend(backend, { ...OPTIONS, maxSize: 1 }, silent);
  buffered.process([numbered(1)]);
  let isClosed = false;
  const closed = buffered.close().then(() => {
    isClosed = true;
  });
  await Promise.resolve();
  expect(isClosed).toBe(false);
  deliver(true);
  await closed;
});

const LARGE = "x".repeat(500);

test("a large event loses its objects, and is lost when it is still too large", async () => {
  const kept: AuditEvent[] = [];
  const lost: unknown[] = [];
  const backend: AuditBackend = {
    process: (events) => kept.push(...events) > 0,
    close: async () => undefined,
  };
  const truncated = truncating(backend, 300, (_, message, fields) => void lost.push([message, fields]));
  truncated.process([eventOf({ level: "Request", auditID: "small", requestObject: { a: 1 } })]);
  truncated.process([
    eventOf({
      level: "RequestResponse",
      auditID: "large",
      requestObject: { a: LARGE },
      responseObject: { a: LARGE },
      annotations: { "z.example.com/a": "b" },
    }),
  ]);
  expect(truncated.process([eventOf({ level: "Metadata", auditID: "huge", requestURI: LARGE })])).toBe(true);
  expect(kept.map(({ value }) => value)).toEqual([
    { level: "Request", auditID: "small", requestObject: { a: 1 } },
    {
      level: "RequestResponse",
      auditID: "large",
      annotations: { "audit.k8s.io/truncated": "true", "z.example.com/a": "b" },
    },
  ]);
  expect(kept[1]?.line).toBe(`${JSON.stringify(kept[1]?.value)}\n`);
  expect(lost).toEqual([
    ["an audit event is lost: event is too large even after truncating", { auditID: "huge" }],
  ]);
});

test("one of several backends that cannot store an event is enough to fail, unless its errors are ignored", async () => {
  const [good, bad, late] = [collecting(), collecting(() => false), collecting(async () => false)];
  expect(unionOf([good.backend]).process([numbered(1)])).toBe(true);
  expect(unionOf([good.backend, bad.backend]).process([numbered(1)])).toBe(false);
  expect(await unionOf([good.backend, late.backend]).process([numbered(1)])).toBe(false);
  const ignored = [bad, late].map(({ backend }) => ignoringErrors(backend));
  expect(await unionOf(ignored).process([numbered(1)])).toBe(true);
});

test("the format legacy is a line of text", () => {
  const lines: string[] = [];
  const file = { write: (line: string) => lines.push(line) > 0, close: async () => undefined };
  const backend = logBackend(file, "legacy");
  backend.process([
    eventOf({
      auditID: "a-1",
      stage: "ResponseComplete",
      verb: "get",
      requestURI: "/api/v1/pods",
      user: { username: "admin", groups: ["a", "b"] },
      sourceIPs: ["127.0.0.1"],
      userAgent: "curl",
      responseStatus: { code: 200 },
      requestReceivedTimestamp: "2026-11-23T02:16:34.316000Z",
    }),
    eventOf({ auditID: "a-2", user: {}, impersonatedUser: { username: "joe" }, requestURI: "/" }),
  ]);
  expect(lines).toEqual([
    '2026-11-23T02:16:34.316Z AUDIT: id="a-1" stage="ResponseComplete" ip="127.0.0.1" method="get" user="admin" groups="\\"a\\",\\"b\\"" as="<self>" asgroups="<lookup>" user-agent="curl" namespace="<none>" uri="/api/v1/pods" response="200"\n',
    ' AUDIT: id="a-2" stage="" ip="<unknown>" method="" user="<none>" groups="<none>" as="joe" asgroups="<lookup>" user-agent="" namespace="<none>" uri="/" response="<deferred>"\n',
  ]);
});

test("the log backend has stored events when its file has written all of their lines", async () => {
  const outcomes: (boolean | Promise<boolean>)[] = [true, Promise.resolve(false), true, true];
  const file = { write: () => outcomes.shift() ?? true, close: async () => undefined };
  const backend = logBackend(file, "json");
  expect(await backend.process([numbered(1), numbered(2)])).toBe(false);
  expect(backend.process([numbered(3), numbered(4)])).toBe(true);
});

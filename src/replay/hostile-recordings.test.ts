import { afterAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../json/value.ts";
import { readRequest } from "../recording/read-request.ts";
import type { RecordedRequest } from "../recording/recording.ts";
import { changedDecisions, noReplayCounts } from "./changed-decisions.ts";
import { startReplayServer } from "./replay-server.ts";
import { htmlReport } from "./report/html-report.ts";
import { ReportBuilder } from "./report/replay-report.ts";
import { textReport } from "./report/text-report.ts";

const now = await startReplayServer({ manifests: [] });
afterAll(() => now.close());

const deep = (levels: number): Json => {
  let value: Json = {};
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
};

/** Texts that an unchecked name can have. */
const NAMES = [
  "",
  ".",
  "..",
  "../../x",
  "a/b",
  "\ud800",
  "a\u0000b",
  "__proto__",
  "a".repeat(10_000),
  "\u202eevil\u001b[2J",
  "<script>",
];
const OBJECTS: Json[] = [
  null,
  {},
  { kind: "Pod" },
  { apiVersion: "v1", kind: "Pod", metadata: 3 },
  { metadata: { name: [] }, spec: deep(900) },
  { apiVersion: "v1", kind: "Secret", metadata: {} },
];

function* hostile(): Generator<RecordedRequest> {
  const base = { resource: { group: "", version: "v1", resource: "pods" }, user: { username: "\r\nx" } };
  const of = (more: JsonObject): RecordedRequest[] =>
    [readRequest({ operation: "CREATE", ...base, ...more }) ?? []].flat();
  for (const operation of ["CREATE", "UPDATE", "DELETE", "CONNECT"]) {
    for (const name of NAMES)
      yield* of({
        operation,
        name,
        namespace: name,
        id: name,
        oldObject: { kind: "Pod", metadata: { name } },
        options: { preconditions: 3, fieldManager: name },
      });
    for (const object of OBJECTS)
      yield* of({
        operation,
        name: "a",
        namespace: "b",
        object,
        oldObject: object,
        stored: object,
        subresource: "status",
      });
    for (const subresource of ["scale", "exec", "eviction", "none", "../x"])
      yield* of({ operation, name: "a", namespace: "b", subresource, parameters: { command: "\ud800" } });
  }
  for (const body of [null, 3, "x", [], [null], [{ op: "copy", from: "", path: "/a" }], deep(900)])
    yield* of({
      operation: "UPDATE",
      name: "a",
      namespace: "b",
      oldObject: { apiVersion: "v1", kind: "Pod", metadata: {} },
      patch: { type: "json", body },
    });
  yield* of({ resource: { group: "x", version: "v1", resource: "nothing" } });
}

test("changedDecisions decides whatever a recording holds, or says why not, and goes on", async () => {
  const counts = noReplayCounts();
  const builder = new ReportBuilder();
  const requests = [...hostile()];
  for await (const change of changedDecisions({ requests, now }, counts)) builder.add(change);
  expect(counts.requests).toBe(requests.length);
  const report = builder.report("r.jsonl", counts, []);
  for (const group of report.groups) expect(group.requests).toHaveLength(group.count);
  const text = textReport(report, (id) => id);
  for (const character of ["\u0000", "\u001b", "\u202e"]) expect(text).not.toContain(character);
  expect(htmlReport(report, (id) => id)).not.toContain("<script>");
});

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { openRecording } from "./read-recording.ts";
import { readRequest } from "./read-request.ts";
import type { RecordedRequest } from "./recording.ts";
import { RecordingError } from "./recording-error.ts";
import { recordingWriter } from "./write-recording.ts";

const folder = folderForTests();

const HEADER = '{"apiVersion":"recording.sallyport/v1","kind":"Recording","source":"server"}\n';

async function read(text: string): Promise<RecordedRequest[]> {
  const file = join(folder, "r.jsonl");
  await writeFile(file, text);
  const { requests } = await openRecording(file);
  const found: RecordedRequest[] = [];
  for await (const request of requests) found.push(request);
  return found;
}

test("openRecording reads what recordingWriter wrote", async () => {
  const request = readRequest({
    id: "a",
    operation: "UPDATE",
    resource: { group: "apps", version: "v1", resource: "deployments" },
    user: { username: "jane", groups: ["g"], extra: { k: ["v"] } },
    object: { spec: { big: 9007199254740993n, list: [], none: null } },
    patch: { type: "apply", body: {} },
    namespaceState: { labels: { a: "b" }, terminating: true },
    decision: { allowed: false, code: 403, by: [{ kind: "webhook", of: "x", name: "w" }] },
    calls: [{ webhook: "w", outcome: "denied", patch: [{ op: "remove", path: "/a" }] }],
    lacks: ["oldObject"],
    milliseconds: 1.5,
  });
  if (request === undefined) throw new Error("no request");
  const writer = recordingWriter("server", undefined, () => 0);
  expect(await read(writer.header() + writer.line(request))).toEqual([request]);
});

test("openRecording takes what is missing or of a wrong type as nothing", async () => {
  const [request] = await read(
    `${HEADER}{"operation":"CREATE","resource":{"version":"v1","resource":"pods"},"user":[],"decision":3,"calls":[1,{"patch":"x"}],"object":"no"}\n`,
  );
  expect(request).toMatchObject({
    id: "line 2",
    object: null,
    user: { username: "", groups: [] },
    decision: { code: 0 },
  });
});

test("openRecording refuses in words, with the line", async () => {
  const cases: [string, string][] = [
    ["", "the file is empty"],
    ["no json\n", ":1: this is no JSON"],
    ['{"kind":"Event"}\n', ":1: this is no recording"],
    ['{"kind":"Recording","apiVersion":"recording.sallyport/v9"}\n', "version recording.sallyport/v9"],
    [`${HEADER}{}\n`, ":2: this is no recorded request"],
    [`${HEADER}[1,\n`, ":2: this is no JSON"],
    [`${HEADER}${"[".repeat(200_000)}\n`, ":2: this is no JSON"],
    [`${HEADER}\n\n{"operation":"GET"}\n`, ":4: this is no recorded request"],
  ];
  for (const [text, message] of cases) {
    const refused = read(text);
    await expect(refused).rejects.toBeInstanceOf(RecordingError);
    await expect(refused).rejects.toThrow(message);
  }
});

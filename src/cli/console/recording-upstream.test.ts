import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { folderForTests } from "../../../test/tools/scratch-folder.tool.ts";
import { record } from "../record/record.ts";
import { recordingUpstream } from "./recording-upstream.ts";

const EXAMPLES = join(import.meta.dirname, "../../../examples/recordings");
const NEW = join(EXAMPLES, "new.yaml");

const folder = folderForTests();
const recording = join(folder, "r.jsonl");
const fromAuditLog = [join(EXAMPLES, "audit-log.jsonl")];
await record({ out: recording, fromAuditLog, most: 1, mask: [], masking: true }, () => {});

test("recordingUpstream shows the requests of a recording as a server that has just decided them", async () => {
  const told: string[] = [];
  const upstream = await recordingUpstream(recording, [NEW], (line) => void told.push(line));
  try {
    expect(told).toEqual([]);
    expect(upstream.inTerminal).toEqual({ from: [recording, "-f", NEW], idFlag: "--recorded" });
    const { signal } = new AbortController();
    const stream = await text(await upstream.stream("/explain/stream?follow=false&sample=true", {}, signal));
    const events = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
    expect(events).toHaveLength(8);
    const refused = events.find(({ id }) => id === "request-4");
    expect(refused).toMatchObject({ code: 422, name: "cache", user: "joe", allowed: false });
    expect(refused.time).toBe("2026-11-22T16:23:39.594Z");
    const { status, body } = await upstream.client("GET", "/explain/request-4?detail=full");
    expect(status).toBe(200);
    expect(body.end).toMatchObject({ message: "refused (422) by ValidatingAdmissionPolicy our-registry" });
    const wrote = await upstream.client("POST", "/api/v1/namespaces", { body: { metadata: { name: "x" } } });
    expect(wrote.status).toBe(405);
  } finally {
    upstream.close();
  }
});

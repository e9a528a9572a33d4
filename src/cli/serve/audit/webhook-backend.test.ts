import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import type { AuditEvent } from "./backend.ts";
import { openWebhookBackend } from "./webhook-backend.ts";

interface Call {
  readonly url: string;
  readonly body: string;
}

/** A service that answers with these status codes, then with 200. */
async function service(...codes: number[]): Promise<{ path: string; calls: Call[] }> {
  const calls: Call[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      calls.push({ url: request.url ?? "", body });
      response.writeHead(codes.shift() ?? 200, { connection: "close" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const dir = folderForTest();
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  const path = join(dir, "kubeconfig");
  writeFileSync(
    path,
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      clusters: [{ name: "a", cluster: { server: `http://127.0.0.1:${port}/audit` } }],
      users: [{ name: "a", user: {} }],
      contexts: [{ name: "a", context: { cluster: "a", user: "a" } }],
      "current-context": "a",
    }),
  );
  return { path, calls };
}

function eventOf(auditID: string): AuditEvent {
  const value = { kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", auditID };
  return { value, line: `${JSON.stringify(value)}\n` };
}

const silent = (): void => {};

test("events are sent as an EventList, as the reference sends it", async () => {
  const { path, calls } = await service();
  const backend = openWebhookBackend(path, 1, silent);
  expect(await backend.process([eventOf("a"), eventOf("b")])).toBe(true);
  await backend.close();
  expect(calls).toEqual([
    {
      url: "/audit?timeout=30s",
      body: '{"kind":"EventList","apiVersion":"audit.k8s.io/v1","metadata":{},"items":[{"level":"Metadata","auditID":"a"},{"level":"Metadata","auditID":"b"}]}',
    },
  ]);
});

test("a call that fails is made again, four times at most", async () => {
  const passing = await service(500, 404, 503);
  const backend = openWebhookBackend(passing.path, 1, silent);
  expect(await backend.process([eventOf("a")])).toBe(true);
  expect(passing.calls).toHaveLength(4);
  await backend.close();
  const failing = await service(500, 500, 500, 500, 500, 500);
  const said: string[] = [];
  const other = openWebhookBackend(failing.path, 1, (_, message) => void said.push(message));
  expect(await other.process([eventOf("a")])).toBe(false);
  expect(failing.calls).toHaveLength(5);
  expect(said).toEqual(["audit events could not be sent to the webhook"]);
  await other.close();
});

test("a server that stops does not wait for further attempts", async () => {
  const { path, calls } = await service(500, 500);
  const backend = openWebhookBackend(path, 600_000, silent);
  const delivered = backend.process([eventOf("a")]);
  while (calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await backend.close();
  expect(await delivered).toBe(false);
});

test("a kubeconfig that is not there is told", () => {
  expect(() => openWebhookBackend("/no/such/file", 1, silent)).toThrow(/^initializing audit webhook: /);
});

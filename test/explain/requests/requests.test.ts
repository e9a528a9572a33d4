import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createBuiltinPlugins } from "../../../src/admission/hooks/builtin/builtin-plugins.ts";
import type { Explanation } from "../../../src/explain/explanation.ts";
import { createRecentRequests } from "../../../src/explain/recent/recent-requests.ts";
import type { Json } from "../../../src/json/value.ts";
import { startInMemoryCluster } from "../../tools/in-memory-cluster.tool.ts";
import { labelled } from "../judge.ts";
import type { Label } from "../set-up.ts";

/** Requests to a running server. The last one is explained. */
interface Case {
  readonly name: string;
  readonly because?: string;
  readonly before?: readonly Sent[];
  readonly request: Sent;
  readonly answered: number;
  /** Webhook or policy of the question; absent: the request. */
  readonly asks?: string;
  readonly wrong?: readonly Label[];
  /** Regular expressions of the notes, in their order. */
  readonly notes?: readonly string[];
}

/** A request: `PATCH /api/v1/…`, and the type of its patch. */
interface Sent {
  readonly send: string;
  readonly body?: Json;
  readonly type?: keyof typeof TYPES;
}

const TYPES = {
  apply: "application/apply-patch+yaml",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
};

const CASES = parse(readFileSync(new URL("threads.yaml", import.meta.url), "utf8")) as readonly Case[];

test.each(CASES)("$name", async ({ before = [], request, answered, asks, wrong = [], notes: labels }) => {
  const { answer, findings, notes } = await explained([...before, request], asks);
  expect(answer.code).toBe(answered);
  expect(labelled(wrong, findings)).toEqual([]);
  if (wrong.length === 0) expect(findings).toEqual([]);
  if (labels !== undefined) expect(notes).toEqual(labels.map((label) => expect.stringMatching(label)));
});

test("a JSON patch does not merge the list to which it adds an item", async () => {
  const send = "/api/v1/namespaces/default/services";
  const ports = [{ name: "http", port: 80 }];
  const body = { apiVersion: "v1", kind: "Service", metadata: { name: "shop" }, spec: { ports } };
  const patch = [{ op: "add", path: "/spec/ports/-", value: { name: "http", port: 8080 } }];
  const requests: Sent[] = [
    { send: `POST ${send}`, body },
    { send: `PATCH ${send}/shop`, type: "json", body: patch },
  ];
  const { findings } = await explained(requests, undefined);
  expect(findings[0]?.message).toMatch(/spec\.ports\[1\]\.name: Duplicate value: "http"$/);
});

async function explained(requests: readonly Sent[], asks: string | undefined): Promise<Explanation> {
  const recent = createRecentRequests(16, 16);
  const api = await startInMemoryCluster({ plugins: createBuiltinPlugins(), recorders: [recent.recorder] });
  onTestFinished(() => api.stop());
  for (const [i, { send, body, type }] of requests.entries()) {
    const [method = "", url = ""] = send.split(" ");
    await api.ask(method, url, body === undefined ? undefined : JSON.stringify(body), {
      "audit-id": `request-${i}`,
      ...(type && { "content-type": TYPES[type] }),
    });
  }
  const id = `request-${requests.length - 1}`;
  const viewer = { username: "admin", groups: ["system:masters"] };
  const explanation = recent.explain(id, api.cluster, viewer, asks);
  if (explanation === undefined) throw new Error("the request is not remembered");
  return explanation;
}

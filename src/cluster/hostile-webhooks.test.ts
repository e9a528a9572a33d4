import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request as requestHttps } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthority, issueServing, type KeyPair } from "../http/certificates/issue.ts";
import { type Listening, serve } from "../http/serve.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { type Cluster, createCluster } from "./cluster.ts";

/** The behaviour of a webhook, chosen by the last part of its path. */
type Behaviour = (uid: string, response: ServerResponse, request: IncomingMessage) => void;

const review = (uid: string, more: object): string =>
  JSON.stringify({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, allowed: true, ...more },
  });
const answers =
  (more: object): Behaviour =>
  (uid, response) =>
    response.end(review(uid, more));

const LONG = "x".repeat(2 << 20);
const base64 = (patch: object): string => Buffer.from(JSON.stringify(patch)).toString("base64");

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  control: answers({ warnings: ["a\u0000b", "a\nb", "5\u20ac"] }),
  flood: answers({ warnings: Array.from({ length: 50_000 }, (_, i) => `warning ${i}`) }),
  annotations: answers({
    auditAnnotations: Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, "v"])),
  }),
  status: answers({ allowed: false, status: { code: 99_999, message: "no" } }),
  "long-denial": answers({ allowed: false, status: { message: LONG, reason: LONG } }),
  "long-causes": answers({
    allowed: false,
    status: {
      message: "no",
      details: { name: LONG, causes: Array(1200).fill({ message: "x".repeat(5000) }) },
    },
  }),
  "long-uid": (_uid, response) => response.end(review(LONG, {})),
  "long-patch": answers({ patchType: "JSONPatch", patch: base64([{ op: "remove", path: `/${LONG}` }]) }),
  yaml: (_uid, response) =>
    response
      .writeHead(500)
      .end(`${Array.from({ length: 60_000 }, (_, i) => `k${i}: v`).join("\n")}\nkind: Status\n`),
  questions: (_uid, response) => response.end("? ".repeat(500_000)),
  endless: (_uid, response) => {
    const piece = Buffer.alloc(1 << 20, 32);
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
    };
    response.on("drain", write);
    write();
  },
  silent: () => {},
  gone: (_uid, _response, request) => request.socket.destroy(),
};

let ca: KeyPair;
let cluster: Cluster;
let listening: Listening;
const hooks = { port: 0, close: (): void => {} };
const crashes: unknown[] = [];

beforeAll(async () => {
  ca = await createAuthority({ commonName: "test", now: Date.now() });
  const serving = await issueServing(ca, { hosts: ["127.0.0.1"], now: Date.now() });
  const server = createServer(serving, (request, response) => {
    const pieces: Buffer[] = [];
    response.on("error", () => {});
    request
      .on("data", (piece: Buffer) => pieces.push(piece))
      .on("end", () => {
        const name = request.url?.slice(1).split("?")[0] ?? "";
        BEHAVIOURS[name]?.(JSON.parse(Buffer.concat(pieces).toString()).request.uid, response, request);
      });
  });
  // Node closes connections that were idle for 5 s. A call can be sent at the same time, and would be lost.
  server.keepAliveTimeout = 600_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  hooks.port = (server.address() as AddressInfo).port;
  hooks.close = () => {
    server.closeAllConnections();
    server.close();
  };
  cluster = await createCluster({ storage: createMemoryStorage() });
  listening = await serve(cluster.handle, { ...serving, onError: (error) => crashes.push(error) });
  for (const name of Object.keys(BEHAVIOURS)) await register(name);
});
afterAll(async () => {
  await listening.close(0);
  await cluster.stop();
  hooks.close();
});

interface Answer {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly text: string;
}

async function post(path: string, body: object): Promise<Answer> {
  const asked = requestHttps({
    ...{ host: "127.0.0.1", port: listening.port, path, method: "POST", ca: ca.cert, agent: false },
    headers: { authorization: `Bearer ${cluster.token}`, "content-type": "application/json" },
  });
  asked.end(JSON.stringify(body));
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response) text += String(piece);
  const { rawHeaders } = response;
  const isWarning = (i: number): boolean => rawHeaders[i - 1]?.toLowerCase() === "warning" && i % 2 === 1;
  return { status: response.statusCode ?? 0, warnings: rawHeaders.filter((_, i) => isWarning(i)), text };
}

async function register(name: string): Promise<void> {
  const { status } = await post("/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations", {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: `${name}.example.com`,
        clientConfig: {
          url: `https://127.0.0.1:${hooks.port}/${name}`,
          caBundle: Buffer.from(ca.cert).toString("base64"),
        },
        rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
        objectSelector: { matchLabels: { behaviour: name } },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        timeoutSeconds: name === "silent" ? 1 : 30,
      },
    ],
  });
  expect(status).toBe(201);
}

const create = (behaviour: string): Promise<Answer> =>
  post("/api/v1/namespaces/default/configmaps", {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: behaviour, labels: { behaviour } },
  });

describe("a server with hostile webhooks", () => {
  it("sends the warnings that a header can carry, as UTF-8", async () => {
    const bytes = Buffer.from('299 - "5\u20ac"').toString("latin1");
    expect(await create("control")).toMatchObject({ status: 201, warnings: [bytes] });
  });

  it("takes as many warnings and annotations as anybody can read", async () => {
    const { status, warnings } = await create("flood");
    expect([status, warnings.length]).toEqual([201, 383]);
    expect((await create("annotations")).status).toBe(201);
  });

  it.each([
    ["long-denial", 400, 'admission webhook "long-denial.example.com" denied the request: xxx'],
    ["long-causes", 400, 'admission webhook "long-causes.example.com" denied the request: no'],
    ["long-uid", 500, 'got "xxx'],
    ["long-patch", 500, "error in remove for path: '/xxx"],
  ])("tells the beginning of what a webhook says at length: %s", async (name, status, text) => {
    const answer = await create(name);
    expect(`${answer.status} ${answer.text.slice(0, 300)}`).toMatch(new RegExp(`^${status} `));
    expect(JSON.parse(answer.text).message).toContain(text);
    expect(answer.text.length).toBeLessThan(1.5 * (1 << 20));
  });

  it("ends the exchange alone that cannot be answered", async () => {
    expect(await create("status")).toMatchObject({ status: 500, text: expect.stringContaining("panic") });
    expect(crashes).toHaveLength(1);
    expect((await create("nothing")).status).toBe(201);
  });

  it.each([
    ["yaml", "an error on the server"],
    ["questions", "answers in YAML may have"],
    ["endless", "http: response body too large"],
    ["silent", "context deadline exceeded"],
    ["gone", "EOF"],
  ])("refuses, in time, what a webhook that is %s says", async (name, text) => {
    expect(await create(name)).toMatchObject({ status: 500, text: expect.stringContaining(text) });
    expect((await create(`after-${name}`)).status).toBe(201);
  });
});

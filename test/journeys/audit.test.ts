import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

type Event = Record<string, unknown> & { readonly auditID: string; readonly stage: string };

const POLICY = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  rules: [
    { level: "None", users: ["system:apiserver"] },
    { level: "Metadata", resources: [{ resources: ["secrets"] }] },
    { level: "Request", verbs: ["update"], resources: [{ resources: ["configmaps"] }] },
    { level: "RequestResponse", omitStages: ["RequestReceived"], resources: [{ resources: ["services"] }] },
    { level: "RequestResponse", omitManagedFields: true, resources: [{ group: "apps" }] },
    { level: "RequestResponse" },
  ],
};

function dataDir(): string {
  const dir = newDataDir();
  onTestFinished(() => removeDataDir(dir));
  writeFileSync(join(dir, "policy.yaml"), JSON.stringify(POLICY));
  return dir;
}

/** A service that receives events; `events` has all received ones. */
async function startService(dir: string) {
  const events: Event[] = [];
  const state = { code: 200, came: (): void => {} };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      if (state.code === 200) events.push(...JSON.parse(body).items);
      response.writeHead(state.code, { connection: "close" }).end("{}");
      state.came();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => void (await new Promise((resolve) => server.close(resolve))));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const kubeconfig = join(dir, "audit-webhook.yaml");
  writeFileSync(
    kubeconfig,
    `apiVersion: v1
kind: Config
clusters: [{name: a, cluster: {server: "${address}"}}]
users: [{name: a, user: {}}]
contexts: [{name: a, context: {cluster: a, user: a}}]
current-context: a
`,
  );
  return { events, state, kubeconfig };
}

async function start(dir: string, ...flags: readonly string[]): Promise<RunningServer> {
  const policy = ["--audit-policy-file", join(dir, "policy.yaml")];
  const server = await startServer(dir, "--in-memory", "--controllers", "none", ...policy, ...flags);
  onTestFinished(async () => void (await server.kill()));
  return server;
}

const ID = { "audit-id": "mine" };
const MAPS = "/api/v1/namespaces/default/configmaps";

test("a service receives events in batches, and the rest when the server stops", async () => {
  const dir = dataDir();
  const { events, kubeconfig } = await startService(dir);
  const server = await start(dir, "--audit-webhook-config-file", kubeconfig);
  const body = '{"metadata":{"name":"a"},"data":{"k":"v"}}';
  expect((await server.fetch("POST", MAPS, { body, headers: ID })).status).toBe(201);
  expect(await server.stop()).toBe(0);
  const mine = events.filter(({ auditID }) => auditID === "mine");
  expect(mine.map(({ stage }) => stage)).toEqual(["RequestReceived", "ResponseComplete"]);
  expect(mine[1]).toMatchObject({
    level: "RequestResponse",
    requestObject: { data: { k: "v" } },
    responseObject: { metadata: { name: "a" } },
  });
});

test("blocking: the event is there before the answer; blocking-strict: without it there is no answer", async () => {
  const dir = dataDir();
  const { events, state, kubeconfig } = await startService(dir);
  const mode = ["--audit-webhook-mode", "blocking-strict", "--audit-webhook-initial-backoff", "1ms"];
  const server = await start(dir, "--audit-webhook-config-file", kubeconfig, ...mode);
  expect((await server.fetch("GET", "/version", { headers: ID })).status).toBe(200);
  expect(events.filter(({ auditID }) => auditID === "mine")).toHaveLength(2);
  state.code = 500;
  const refused = await server.fetch("GET", "/version");
  expect([refused.status, refused.text]).toEqual([
    500,
    'Internal Server Error: "/version": failed to store audit event\n',
  ]);
  state.code = 200;
  expect((await server.fetch("GET", "/version")).status).toBe(200);
});

/** Method, path, body, further headers. */
const REQUESTS: readonly (readonly [string, string, (string | undefined)?, Record<string, string>?])[] = [
  ["GET", "/version"],
  ["GET", "/api"],
  ["GET", "/nothing"],
  ["POST", MAPS, '{"metadata":{"name":"a"},"data":{"k":"v"}}'],
  ["POST", MAPS, '{"metadata":{"name":"a"}}'],
  ["GET", `${MAPS}/a`],
  ["GET", `${MAPS}?fieldSelector=metadata.name%3Da`],
  ["GET", MAPS, undefined, { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" }],
  ["PUT", `${MAPS}/a`, '{"metadata":{"name":"a"},"data":{"k":"w"}}'],
  ["PATCH", `${MAPS}/a`, '{"data":{"x":"y"}}', { "content-type": "application/merge-patch+json" }],
  ["POST", MAPS, "{"],
  ["POST", MAPS, '{"metadata":{"name":"UPPER"}}'],
  ["GET", `${MAPS}/a`, undefined, { authorization: "Bearer wrong" }],
  ["GET", `${MAPS}/a`, undefined, { authorization: "" }],
  ["GET", `${MAPS}/a`, undefined, { "impersonate-user": "joe" }],
  ["GET", `${MAPS}?watch=1&timeoutSeconds=1`],
  ["GET", `${MAPS}?watch=1&resourceVersion=1x`],
  ["DELETE", `${MAPS}?labelSelector=no%3Dsuch`],
  ["POST", "/api/v1/namespaces/default/secrets", '{"metadata":{"name":"s"},"stringData":{"a":"b"}}'],
  ["POST", "/api/v1/namespaces/default/services", '{"metadata":{"name":"s"},"spec":{"ports":[{"port":80}]}}'],
  ["GET", "/apis/apps/v1/deployments"],
  ["GET", "/api/v1/namespaces/default/pods/none/log"],
  ["DELETE", `${MAPS}/a`],
];

const found = newestEtcd();
const isAlone = found === undefined || !hasReference();
describe.skipIf(isAlone)("beside kube-apiserver", () => {
  test("the same requests make the same events, but for ids and times", async () => {
    const dir = dataDir();
    const [ours, theirs] = [join(dir, "ours.log"), join(dir, "theirs.log")];
    const etcd = await startEtcd(found as NonNullable<typeof found>);
    onTestFinished(() => etcd.stop());
    const flags = [`--audit-policy-file=${join(dir, "policy.yaml")}`, `--audit-log-path=${theirs}`];
    const reference = await startReference(etcd.endpoint, { flags });
    onTestFinished(() => reference.stop());
    const server = await start(
      dir,
      "--audit-log-path",
      ours,
      "--disable-admission-plugins",
      "ServiceAccount",
    );
    const ca = readFileSync(join(dir, "certs/ca.crt"), "utf8");
    const answers = [];
    for (const place of [{ port: Number(new URL(server.url).port), ca }, reference]) {
      const codes: number[] = [];
      for (const [n, request] of REQUESTS.entries()) codes.push(await send(place, n, request));
      answers.push(codes);
    }
    expect(answers[0]).toEqual(answers[1]);
    // Lines that are not yet in the file are written at the end.
    await server.stop();
    const mine = eventsIn(ours);
    // The reference writes the last event of a request after its answer.
    const isThere = (): boolean => {
      const written = eventsIn(theirs);
      return [...mine].every(
        ([id, list]) => (written.get(id)?.length ?? 0) >= list.length || !id.startsWith("r-"),
      );
    };
    for (let tries = 0; tries < 400 && !isThere(); tries++) await pause(50);
    const other = eventsIn(theirs);
    for (const [n, [method, path]] of REQUESTS.entries())
      expect([method, path, ...(mine.get(`r-${n}`) ?? [])]).toEqual([
        method,
        path,
        ...(other.get(`r-${n}`) ?? []),
      ]);
  });
});

function send(
  { port, ca }: { port: number; ca: string },
  n: number,
  [method, path, body, more]: (typeof REQUESTS)[number],
): Promise<number> {
  const headers = {
    authorization: "Bearer admin-token",
    "audit-id": `r-${n}`,
    "user-agent": "audit-journey",
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const options = {
      host: "127.0.0.1",
      port,
      ca,
      method,
      path,
      headers,
      servername: "kubernetes",
      agent: false,
    };
    const request = httpsRequest(options, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Events by id, in the order of their stages, without the parts that differ each time. */
function eventsIn(file: string): Map<string, unknown[]> {
  const events = new Map<string, unknown[]>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const { auditID } = JSON.parse(line) as Event;
    events.set(auditID, [...(events.get(auditID) ?? []), JSON.parse(withoutTimes(line))]);
  }
  return events;
}

const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "UID"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME"],
  [/"resourceVersion":"\d+"/g, '"resourceVersion":"N"'],
  [/10\.0\.0\.\d+/g, "ADDRESS"],
  [/"serverAddress":"[^"]*"/g, '"serverAddress":"A"'],
  [/"cells":\[[^\]]*\]/g, '"cells":[]'],
  [/"apiserver\.latency\.k8s\.io\/[^"]*":"[^"]*",?/g, ""],
];

const withoutTimes = (line: string): string =>
  CHANGING.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

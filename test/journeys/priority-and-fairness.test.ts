import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { allow, serveWebhooks, validating } from "../../src/webhook/index.ts";
import { findKubectls, kubectlOn, startKubectl } from "../parts/kubectl.ts";
import { NarrowLevel, narrowLevel, narrowSchema, type Reply } from "../parts/narrow-level.ts";
import { longTest } from "../parts/sampled.ts";
import { ADMIN_TOKEN, collect, newDataDir, removeDataDir, startServer } from "../parts/server.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

/** Few, so that a level with one share has one. */
const SEATS = ["--max-requests-inflight=20", "--max-mutating-requests-inflight=10"];
const RIGHTS = {
  metadata: { name: "narrow" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  subjects: ["heavy", "light", "holder"].map((name) => ({
    kind: "User",
    apiGroup: "rbac.authorization.k8s.io",
    name,
  })),
};

async function serve(...flags: string[]) {
  const dir = newDataDir();
  const server = await startServer(dir, "--in-memory", "--no-console", "--controllers=none", ...flags);
  onTestFinished(async () => {
    await server.stop();
    removeDataDir(dir);
  });
  const ca = readFileSync(join(dir, "certs/ca.crt"), "utf8");
  const level = new NarrowLevel({ url: server.url, ca, token: ADMIN_TOKEN });
  await level.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", RIGHTS);
  return { server, level };
}

async function serveReference(found: NonNullable<typeof etcdFound>) {
  const etcd = await startEtcd(found);
  onTestFinished(() => etcd.stop());
  const { port, ca, stop } = await startReference(etcd.endpoint, { flags: SEATS });
  onTestFinished(stop);
  const level = new NarrowLevel({ url: `https://127.0.0.1:${port}`, ca, token: "admin-token" });
  await level.ask("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", RIGHTS);
  return level;
}

const COMPARED = ["retry-after", "content-type", "x-content-type-options", "cache-control"];

const etcdFound = newestEtcd();

/** The parts of a reply that do not differ from run to run. */
const seen = ({ status, headers, text }: Reply) => [
  status,
  ...(status === 429 ? [text, ...COMPARED.map((name) => headers[name])] : []),
  headers["x-kubernetes-pf-flowschema-uid"] !== undefined,
  headers["x-kubernetes-pf-prioritylevel-uid"] !== undefined,
];

const many = (count: number, make: () => Promise<Reply>): Promise<Reply>[] =>
  Array.from({ length: count }, make);
const allSeen = (replies: readonly Reply[]) => replies.map(seen);

/** Makes a request long, so that it matters in which order they are served. */
const slow = validating("/slow", async () => {
  await pause(100);
  return allow();
});

async function withSlowWebhook(level: NarrowLevel): Promise<void> {
  const { url, caBundle, close } = await serveWebhooks([slow], { tls: "self-signed" });
  onTestFinished(close);
  const configuration = {
    metadata: { name: "slow" },
    webhooks: [
      {
        name: "slow.example.com",
        clientConfig: { url: `${url}/slow`, caBundle },
        rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  };
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  expect((await level.ask("POST", path, configuration)).status).toBe(201);
}

/** Replies for a level with one seat. */
async function watchNarrowLevel(level: NarrowLevel) {
  const whole: Record<string, unknown> = {};
  await level.configure({ type: "Reject" });
  let giveBack = await level.hold();
  whole.refused = allSeen(await Promise.all(many(3, () => level.create("heavy"))));
  whole.administrator = seen(await level.ask("GET", "/api/v1/namespaces/default/configmaps"));
  whole.holder = seen(await giveBack());
  const endWatch = await level.watch("heavy");
  // A watch keeps its seat until the existing objects are sent, which may be a moment after its head.
  await level.until((row) => row[5] === "0");
  whole.besideWatch = seen(await level.create("heavy"));
  endWatch();

  await level.configure({ type: "Queue", queuing: { queues: 1, handSize: 1, queueLengthLimit: 5 } });
  giveBack = await level.hold();
  const waiting = many(8, () => level.create("heavy"));
  await level.until((row) => row[4] === "5" && row[7] === "3");
  await giveBack();
  whole.queued = (await Promise.all(waiting)).map(({ status }) => status).sort();
  giveBack = await level.hold();
  whole.tooLate = (await level.create("heavy", "?timeout=1s")).status;
  await giveBack();

  await withSlowWebhook(level);
  await level.configure({ type: "Queue", queuing: { queues: 64, handSize: 1, queueLengthLimit: 50 } });
  giveBack = await level.hold();
  const heavy = many(20, () => level.create("heavy"));
  await level.until((row) => row[4] === "20");
  const light = many(2, () => level.create("light"));
  await level.until((row) => row[4] === "22");
  await giveBack();
  const revisionOf = ({ text }: Reply): number => Number(JSON.parse(text).metadata.resourceVersion);
  const last = Math.max(...(await Promise.all(light)).map(revisionOf));
  const before = (await Promise.all(heavy)).filter((reply) => revisionOf(reply) < last).length;
  whole.lightIsServed = before < 15 ? "among the first" : `after ${before} of 20`;
  return whole;
}

const EXPECTED = {
  refused: Array(3).fill([
    429,
    "Too many requests, please try again later.\n",
    "1",
    "text/plain; charset=utf-8",
    "nosniff",
    "no-cache, private",
    true,
    true,
  ]),
  administrator: [200, true, true],
  holder: [201, true, true],
  besideWatch: [201, true, true],
  queued: [201, 201, 201, 201, 201, 429, 429, 429],
  tooLate: 429,
  lightIsServed: "among the first",
};

describe("a priority level with one seat", () => {
  test("lets requests wait, refuses those too many, and is fair", async () => {
    expect(await watchNarrowLevel((await serve(...SEATS)).level)).toEqual(EXPECTED);
  });

  test.skipIf(!hasReference() || etcdFound === undefined)("as kube-apiserver does", async () => {
    if (etcdFound !== undefined)
      expect(await watchNarrowLevel(await serveReference(etcdFound))).toEqual(EXPECTED);
  });
});

const [kubectl] = findKubectls().slice(-1);

test.skipIf(kubectl === undefined)("kubectl comes again when it is refused", async () => {
  if (kubectl === undefined) return;
  const { server, level } = await serve(...SEATS);
  const run = kubectlOn(kubectl, server);
  const objects = { apiVersion: "v1", kind: "List", items: [narrowLevel({ type: "Reject" }), narrowSchema] };
  expect((await run("apply -f -", JSON.stringify(objects))).said).toContain("flowschema.flowcontrol");
  const giveBack = await level.hold();
  const waiting = startKubectl(kubectl, server, "get configmaps --as=light -v=8");
  const ended = collect(waiting);
  await new Promise<void>((resolve) => {
    let said = "";
    waiting.stderr?.on("data", (text: string) => {
      said += text;
      // Numbers of ports and times may have these digits, too.
      if (/429 Too Many Requests/.test(said)) resolve();
    });
  });
  // This request does not use kubectl, which may take longer to start than the other one waits.
  expect((await level.ask("GET", "/api/v1/namespaces/default/configmaps")).status).toBe(200);
  await giveBack();
  expect((await ended).code).toBe(0);
  const { stdout } = await run("get --raw /metrics");
  expect(stdout).toMatch(
    /apiserver_flowcontrol_rejected_requests_total\{flow_schema="narrow",priority_level="narrow",reason="concurrency-limit"\} [1-9]/,
  );
  expect((await run("get --raw /debug/api_priority_and_fairness/dump_priority_levels")).stdout).toMatch(
    /^narrow, +0, +true, +false, +0, +0, /m,
  );
  expect((await run("get flowschemas narrow")).stdout).toMatch(/narrow +50 +ByUser .* False/);
});

const SECRETS = "/api/v1/namespaces/default/secrets";

/** Requests of one user over many connections, each again as soon as it is answered. */
function flood(level: NarrowLevel, user: string, connections: number) {
  const counts = { refused: 0, isOver: false };
  const work = Array.from({ length: connections }, async () => {
    while (!counts.isOver) {
      const { status } = await level.create(user);
      if (status !== 429) continue;
      counts.refused += 1;
      await pause(200);
    }
  });
  return {
    counts,
    async end() {
      counts.isOver = true;
      await Promise.all(work);
    },
  };
}

longTest("one user with 60 slow requests at a time makes others wait, and loses requests alone", async () => {
  const { level } = await serve(...SEATS);
  await withSlowWebhook(level);
  // One request of a user has the seat, forty wait.
  await level.configure({ type: "Queue", queuing: { queues: 64, handSize: 4, queueLengthLimit: 10 } });
  const hostile = flood(level, "heavy", 60);
  await expect.poll(() => hostile.counts.refused, { timeout: 60_000 }).toBeGreaterThan(0);
  const answers: number[] = [];
  for (let i = 0; i < 10; i++) {
    answers.push((await level.ask("POST", SECRETS, { metadata: { name: `admin${i}` } })).status);
    answers.push((await level.ask("POST", SECRETS, { metadata: { name: `light${i}` } }, "light")).status);
  }
  expect(new Set(answers)).toEqual(new Set([201]));
  await hostile.end();
});

test("--enable-priority-and-fairness=false leaves the limits, without flows", async () => {
  const { level } = await serve("--enable-priority-and-fairness=false", "--max-mutating-requests-inflight=1");
  const { headers, status } = await level.create("heavy");
  expect([status, headers["x-kubernetes-pf-flowschema-uid"]]).toEqual([201, undefined]);
  const { text } = await level.ask("GET", "/metrics");
  expect(text).not.toContain("apiserver_flowcontrol_");
});

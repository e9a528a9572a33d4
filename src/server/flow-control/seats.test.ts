import { afterEach, describe, expect, test } from "vitest";
import { newGate } from "../../../test/tools/gate.tool.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import type { ServerRequest, ServerResponse } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { UserInfo } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";

const FLOW_CONTROL = "/apis/flowcontrol.apiserver.k8s.io/v1";
const URL = "/api/v1/namespaces/default/configmaps";

const userOf = (authorization = ""): UserInfo | undefined =>
  authorization.startsWith("Bearer user-")
    ? { username: authorization.slice("Bearer user-".length), groups: ["system:authenticated"] }
    : undefined;

const apis: InMemoryCluster[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) await api.stop();
});

/** A server on which users have a level of one seat. */
async function start(queuing: JsonObject | undefined): Promise<InMemoryCluster> {
  const api = await startInMemoryCluster({
    authorizationModes: ["AlwaysAllow"],
    inFlight: { readOnly: 1, mutating: 0 },
    authenticators: [({ headers }) => userOf(headers.authorization)],
  });
  apis.push(api);
  const limitResponse = queuing === undefined ? { type: "Reject" } : { type: "Queue", queuing };
  await api.ask("POST", `${FLOW_CONTROL}/prioritylevelconfigurations`, {
    metadata: { name: "narrow" },
    spec: {
      type: "Limited",
      limited: { nominalConcurrencyShares: 1, limitResponse, borrowingLimitPercent: 0 },
    },
  });
  await api.ask("POST", `${FLOW_CONTROL}/flowschemas`, {
    metadata: { name: "users" },
    spec: {
      matchingPrecedence: 50,
      priorityLevelConfiguration: { name: "narrow" },
      distinguisherMethod: { type: "ByUser" },
      rules: [
        {
          subjects: [{ kind: "Group", group: { name: "system:authenticated" } }],
          resourceRules: [
            { verbs: ["*"], apiGroups: ["*"], resources: ["*"], namespaces: ["*"], clusterScope: true },
          ],
          nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
        },
      ],
    },
  });
  return api;
}

const as = (user: string) => ({ authorization: `Bearer user-${user}` });

/**
 * A write whose body is sent when the test calls `proceed`. `asked`: resolves when the server reads the body,
 * so that the write has a seat.
 */
function slowCreate(
  user: string,
  name: string,
  { query = "", signal }: { query?: string; signal?: AbortSignal } = {},
) {
  const body = Buffer.from(JSON.stringify({ metadata: { name } }));
  const headers = { ...as(user), "content-type": "application/json" };
  const init = { method: "POST", url: `${URL}${query}`, headers, body };
  const request = memoryRequest(signal === undefined ? init : { ...init, signal });
  const [asked, come] = [newGate(), newGate()];
  const slowBody: ServerRequest["body"] = () => {
    asked.open();
    return come.opened.then(() => body);
  };
  return { request: { ...request, body: slowBody }, asked: asked.opened, proceed: come.open };
}

const QUEUING = { queues: 4, handSize: 2, queueLengthLimit: 2 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("FlowControl", () => {
  test("a request waits until there is a seat; those of another level do not", async () => {
    const api = await start(QUEUING);
    const [first, second] = [slowCreate("a", "a1"), slowCreate("b", "b1")];
    const answers = [api.cluster.handle(first.request), api.cluster.handle(second.request)];
    await first.asked;
    await settled();
    expect((await api.ask("GET", URL)).status).toBe(200);
    let hasSeat = false;
    void second.asked.then(() => {
      hasSeat = true;
    });
    await settled();
    expect(hasSeat).toBe(false);
    first.proceed();
    await second.asked;
    second.proceed();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
  });

  test("one too many is refused with its flow, and told when to come again", async () => {
    const api = await start(undefined);
    const first = slowCreate("a", "a1");
    const answer = api.cluster.handle(first.request);
    await first.asked;
    const refused = await api.cluster.handle(slowCreate("a", "a2").request);
    expect(refused).toMatchObject({
      status: 429,
      body: "Too many requests, please try again later.\n",
      headers: {
        "retry-after": "1",
        "content-type": "text/plain; charset=utf-8",
        "x-content-type-options": "nosniff",
        "x-kubernetes-pf-flowschema-uid": expect.stringMatching(/^[0-9a-f-]{36}$/),
        "x-kubernetes-pf-prioritylevel-uid": expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    first.proceed();
    expect((await answer).status).toBe(201);
    expect((await api.ask("GET", URL, undefined, as("a"))).status).toBe(200);
  });

  test("a request waits for a quarter of its time", async () => {
    const api = await start(QUEUING);
    const first = slowCreate("a", "a1");
    const answer = api.cluster.handle(first.request);
    await first.asked;
    const refused = await api.cluster.handle(slowCreate("a", "a2", { query: "?timeout=2s" }).request);
    // After the whole timeout the status would be 504.
    expect(refused.status).toBe(429);
    first.proceed();
    expect((await answer).status).toBe(201);
  });

  test("a client that goes leaves its place in the queue", async () => {
    const api = await start({ queues: 1, handSize: 1, queueLengthLimit: 1 });
    const first = slowCreate("a", "a1");
    const answer = api.cluster.handle(first.request);
    await first.asked;
    const leaving = new AbortController();
    const left = api.cluster.handle(slowCreate("a", "a2", { signal: leaving.signal }).request);
    await settled();
    leaving.abort();
    await left;
    const third = slowCreate("a", "a3");
    const later = api.cluster.handle(third.request);
    first.proceed();
    third.proceed();
    expect((await Promise.all([answer, later])).map(({ status }) => status)).toEqual([201, 201]);
  });

  test("a watch takes a seat only until it has begun", async () => {
    const api = await start(undefined);
    const watching = await api.cluster.handle(memoryRequest({ url: `${URL}?watch=1`, headers: as("a") }));
    expect(watching.status).toBe(200);
    expect((await api.ask("GET", URL, undefined, as("a"))).status).toBe(200);
    await ended(watching);
  });

  test("a change of the level is in effect at once, also for those that wait", async () => {
    const api = await start(QUEUING);
    const writes = ["a1", "a2", "a3"].map((name) => slowCreate("a", name));
    const answers = writes.map(({ request }) => api.cluster.handle(request));
    await writes[0]?.asked;
    await settled();
    await api.ask(
      "PATCH",
      `${FLOW_CONTROL}/prioritylevelconfigurations/narrow`,
      { spec: { limited: { borrowingLimitPercent: 1000, nominalConcurrencyShares: 100_000 } } },
      { "content-type": "application/merge-patch+json" },
    );
    await api.ask("DELETE", `${FLOW_CONTROL}/prioritylevelconfigurations/narrow`);
    for (const { proceed } of writes) proceed();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});

test("metrics and dumps show requests that have seats, wait, and were refused", async () => {
  const api = await start({ queues: 1, handSize: 1, queueLengthLimit: 1 });
  const [first, second] = [slowCreate("a", "a1"), slowCreate("b", "b1")];
  const answers = [api.cluster.handle(first.request)];
  await first.asked;
  answers.push(api.cluster.handle(second.request));
  await settled();
  expect((await api.cluster.handle(slowCreate("a", "a2").request)).status).toBe(429);
  const labels = 'flow_schema="users",priority_level="narrow"';
  const metrics = String((await api.ask("GET", "/metrics")).body.text);
  for (const line of [
    `current_executing_requests{${labels}} 1`,
    `current_executing_seats{${labels}} 1`,
    `current_inqueue_requests{${labels}} 1`,
    `dispatched_requests_total{${labels}} 1`,
    `rejected_requests_total{${labels},reason="queue-full"} 1`,
    `request_queue_length_after_enqueue_count{${labels}} 2`,
    `request_wait_duration_seconds_count{execute="true",${labels}} 1`,
    `request_wait_duration_seconds_count{execute="false",${labels}} 1`,
    `work_estimated_seats_count{${labels}} 3`,
    'current_limit_seats{priority_level="narrow"} 1',
  ])
    expect(metrics).toContain(`apiserver_flowcontrol_${line}\n`);
  const dump = async (name: string) =>
    String((await api.ask("GET", `/debug/api_priority_and_fairness/dump_${name}`)).body.text)
      .split("\n")
      .filter((line) => /^(narrow|Prio)/.test(line));
  const [head = "", level = ""] = await dump("priority_levels");
  expect(level.split(/, +/)).toEqual(["narrow", "1", "false", "false", "1", "1", "1", "1", "0", "0"]);
  // The cells of a column begin at the same offset.
  expect(level.indexOf("1,")).toBe(head.indexOf("ActiveQueues"));
  expect((await dump("queues"))[1]?.split(/, +/)).toEqual([
    "narrow",
    "0",
    "1",
    "1",
    "1",
    expect.stringMatching(/^\d+\.\d{8}ss$/),
    "1",
    "1",
    "0.00300000ss",
  ]);
  const [, waiting = "", executing = ""] = await dump("requests?includeRequestDetails=1");
  expect(waiting).toMatch(/^narrow, +users, +0, +0, +, /);
  expect(waiting).toMatch(
    /0001-01-01T00:00:00Z, +b, +create, +\/api\/v1\/namespaces\/default\/configmaps, +default, /,
  );
  expect(executing).toMatch(/users, +0, +-1, /);
  expect((await api.ask("GET", "/debug/api_priority_and_fairness/dump_none")).status).toBe(404);
  first.proceed();
  second.proceed();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 201]);
});

/** Ends a stream from the client's side. */
async function ended({ body }: ServerResponse): Promise<void> {
  if (typeof body === "object" && Symbol.asyncIterator in body) await body[Symbol.asyncIterator]().return?.();
}

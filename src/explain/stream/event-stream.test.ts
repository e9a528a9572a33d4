import { expect, onTestFinished, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { isStream } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { JsonObject } from "../../json/value.ts";
import { explainPages } from "../recent/explain-pages.ts";
import { createRecentRequests } from "../recent/recent-requests.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const SECRETS = "/api/v1/namespaces/default/secrets";

interface Listened {
  readonly id: string;
  readonly event: string;
  readonly data: JsonObject;
}

async function start(most = 32) {
  const recent = createRecentRequests(most);
  const api: InMemoryCluster = await startInMemoryCluster({
    recorders: [recent.recorder],
    intercept: recent.intercept,
    pages: { "/explain/": explainPages(recent, () => api.cluster) },
  });
  onTestFinished(() => api.stop());
  return { api, recent };
}

/** Reads events until the test ends; `next` waits for one. */
async function listen(api: InMemoryCluster, query = "", headers: Record<string, string> = {}) {
  const response = await api.cluster.handle(
    memoryRequest({
      url: `/explain/stream${query}`,
      headers: { authorization: `Bearer ${api.cluster.token}`, ...headers },
    }),
  );
  if (!isStream(response.body)) throw new Error(`status ${response.status}`);
  const pieces = response.body[Symbol.asyncIterator]();
  const leave = async () => void (await pieces.return?.());
  onTestFinished(leave);
  const waiting: Listened[] = [];
  const next = async (): Promise<Listened> => {
    for (;;) {
      const first = waiting.shift();
      if (first !== undefined) return first;
      const piece = await pieces.next();
      if (piece.done === true) throw new Error("the stream has ended");
      waiting.push(...eventsIn(String(piece.value)));
    }
  };
  return { next, leave, headers: response.headers };
}

function eventsIn(text: string): Listened[] {
  return text.split("\n\n").flatMap((block) => {
    const fields = new Map(
      block.split("\n").map((line) => [line.split(": ", 1)[0], line.slice(line.indexOf(": ") + 2)]),
    );
    const data = fields.get("data");
    return data === undefined
      ? []
      : [{ id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: JSON.parse(data) }];
  });
}

const map = (name: string): JsonObject => ({ metadata: { name } });

test("/explain/stream begins with what is remembered and goes on with what comes", async () => {
  const { api } = await start();
  await api.ask("POST", MAPS, map("a"), {
    "audit-id": "one",
    "impersonate-user": "alice",
    "impersonate-group": "system:masters",
  });
  const { next, headers } = await listen(api);
  expect(headers["content-type"]).toBe("text/event-stream");
  const first = await next();
  expect(first).toMatchObject({
    event: "request",
    data: {
      id: "one",
      verb: "create",
      resource: "configmaps",
      name: "a",
      user: "alice",
      code: 201,
      allowed: true,
    },
  });
  await api.ask("POST", MAPS, map("a"), {
    "impersonate-user": "alice",
    "impersonate-group": "system:masters",
  });
  const { data } = await next();
  expect(data).toMatchObject({ code: 409, allowed: false, reason: "AlreadyExists" });
  expect(data.message).toContain("already exists");
});

test("/explain/stream resumes after the last event that was seen", async () => {
  const { api } = await start();
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  for (const name of ["a", "b", "c"]) await api.ask("POST", MAPS, map(name), as);
  const first = await listen(api);
  const seen = await first.next();
  await first.leave();
  const { next } = await listen(api, "", { "last-event-id": seen.id });
  expect((await next()).data.name).toBe("b");
  expect((await next()).data.name).toBe("c");
});

test("/explain/stream says what a reader missed that was away too long, and begins again after a restart", async () => {
  const { api } = await start(2);
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  await api.ask("POST", MAPS, map("a"), as);
  const first = await listen(api);
  const seen = await first.next();
  await first.leave();
  // Many more requests are kept while there are subscribers, and for some time after.
  for (let i = 0; i < 1010; i++) await api.ask("POST", MAPS, map(`m${i}`), as);
  const { next } = await listen(api, "", { "last-event-id": seen.id });
  const missed = await next();
  expect(missed).toMatchObject({ event: "missed", data: { atMost: 10 } });
  expect((await next()).data.name).toBe("m10");
  const other = await listen(api, "?lastEventId=abc-1");
  expect((await other.next()).data.name).toBe("m10");
});

test("/explain/stream shows reads and the server's own requests to who asks for them", async () => {
  const { api } = await start();
  const { next } = await listen(api, "?reads=true&own=true");
  await api.ask("GET", MAPS);
  expect((await next()).data).toMatchObject({ verb: "list", user: "system:apiserver" });
  await api.ask("POST", MAPS, map("a"));
  expect((await next()).data).toMatchObject({ verb: "create", user: "system:apiserver" });
});

test("/explain/stream tells who may not read the object nothing but that there was a request", async () => {
  const { api } = await start();
  await allow(api, "viewer", [
    { nonResourceURLs: ["/explain/*"], verbs: ["get"] },
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get"] },
  ]);
  const { next } = await listen(api, "?detail=full", { "impersonate-user": "viewer" });
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  await api.ask("POST", SECRETS, { ...map("hidden"), stringData: { password: "correct-horse" } }, as);
  const { data } = await next();
  expect(data).toMatchObject({
    resource: "secrets",
    restricted: true,
    name: "",
    user: "",
    id: "",
    code: 201,
  });
  expect(data.detail).toBeUndefined();
  await api.ask("POST", MAPS, map("seen"), as);
  expect((await next()).data).toMatchObject({ name: "seen", user: "alice" });
  const refused = await api.ask("GET", "/explain/stream", undefined, { "impersonate-user": "nobody" });
  expect(refused.status).toBe(403);
});

test("/explain/stream masks the values of Secrets, equal ones alike, wherever they stand", async () => {
  const { api } = await start();
  const { next } = await listen(api, "?detail=full");
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  const data = {
    a: Buffer.from("correct-horse").toString("base64"),
    b: Buffer.from("correct-horse").toString("base64"),
    c: "YQ==",
  };
  const annotations = {
    "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify({ data: { old: "b2xkLXZhbHVl" } }),
  };
  await api.ask("POST", SECRETS, { metadata: { name: "hidden", annotations }, data }, as);
  const event = await next();
  const text = JSON.stringify(event);
  for (const value of ["correct-horse", data.a, "YQ==", "b2xkLXZhbHVl"]) expect(text).not.toContain(value);
  const { object } =
    (event.data.detail as { evaluations: { object: { data: JsonObject } }[] }).evaluations[0] ?? {};
  expect(object?.data.a).toMatch(/^masked\/\/[0-9a-f]{12}$/);
  expect(object?.data.b).toBe(object?.data.a);
  expect(object?.data.c).not.toBe(object?.data.a);
});

test("/explain/ID?detail=full has objects and times, and no values of Secrets", async () => {
  const { api } = await start();
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  await api.ask("POST", MAPS, { ...map("a"), data: { k: "v" } }, { ...as, "audit-id": "one" });
  const { body } = await api.ask("GET", "/explain/one?detail=full");
  expect(body).toMatchObject({
    kind: "Explanation",
    detail: {
      user: { username: "alice" },
      evaluations: [{ operation: "CREATE", object: { data: { k: "v" } } }],
    },
  });
  await api.ask(
    "POST",
    SECRETS,
    { ...map("s"), stringData: { password: "correct-horse" } },
    { ...as, "audit-id": "two" },
  );
  expect(JSON.stringify((await api.ask("GET", "/explain/two?detail=full")).body)).not.toContain(
    "correct-horse",
  );
});

async function allow(api: InMemoryCluster, user: string, rules: JsonObject[]): Promise<void> {
  const roles = "/apis/rbac.authorization.k8s.io/v1";
  await api.ask("POST", `${roles}/clusterroles`, { metadata: { name: user }, rules });
  await api.ask("POST", `${roles}/clusterrolebindings`, {
    metadata: { name: user },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: user },
    subjects: [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }],
  });
}

test("/explain/stream?sample=true leaves out what nobody could read, and says how much", async () => {
  const { api } = await start();
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  const { next } = await listen(api, "?sample=true");
  await api.ask("POST", MAPS, map("first"), as);
  expect((await next()).data.name).toBe("first");
  await Promise.all(Array.from({ length: 400 }, (_, i) => api.ask("POST", MAPS, map(`m${i}`), as)));
  const refused = await api.ask("POST", MAPS, map("m1"), as);
  expect(refused.status).toBe(409);
  let [sent, skipped, wasRefused] = [0, 0, false];
  while (sent + skipped < 401 || !wasRefused) {
    const { event, data } = await next();
    if (event === "skipped") skipped += Number(data.count);
    else sent++;
    wasRefused ||= data.code === 409;
  }
  expect(sent + skipped).toBe(401);
});

test("an object that is refused before its name is generated has the begin of its name", async () => {
  const { api } = await start();
  const bad = { metadata: { generateName: "web-" }, data: { "a/b": "" } };
  const as = { "impersonate-user": "alice", "impersonate-group": "system:masters" };
  const refused = await api.ask("POST", MAPS, bad, as);
  expect(refused.status).toBe(422);
  const { next } = await listen(api);
  expect((await next()).data).toMatchObject({ code: 422, name: "", generateName: "web-" });
});

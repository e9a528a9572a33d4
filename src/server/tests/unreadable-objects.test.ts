import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { define } from "../../../test/tools/custom-definition.tool.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { isStream } from "../../api/exchange/exchange.ts";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import type { JsonObject } from "../../json/value.ts";
import { featuresOf } from "../../resources/features/features.ts";

/** Objects are stored in v1. The webhook that converts them to v2 does not answer. */
const objectsIn = (version: string): string => `/apis/a.io/${version}/namespaces/default/widgets`;
const WIDGETS = objectsIn("v2");
const failureOf = (version: string): string =>
  `conversion webhook for a.io/${version}, Kind=Widget failed: Post "https://127.0.0.1:1/?timeout=30s": dial tcp 127.0.0.1:1: connect: connection refused`;
const HOOK = failureOf("v1");

const version = (name: string): JsonObject => ({
  name,
  served: true,
  storage: name === "v1",
  schema: {
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { n: { type: "integer" } } } },
    },
  },
  subresources: { status: {}, scale: { specReplicasPath: ".spec.n", statusReplicasPath: ".status.n" } },
});
const widget = (name: string, apiVersion = "a.io/v2", metadata: JsonObject = {}): JsonObject => ({
  apiVersion,
  kind: "Widget",
  metadata: { name, ...metadata },
  spec: { n: 1 },
});

async function start(minor: number): Promise<InMemoryCluster> {
  const api = await startInMemoryCluster({ features: featuresOf(minor) });
  await define(api, "Widget", [version("v1"), version("v2")], {
    group: "a.io",
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig: { url: "https://127.0.0.1:1/" }, conversionReviewVersions: ["v1"] },
    },
  });
  for (const name of ["a", "b"]) await api.ask("POST", objectsIn("v1"), widget(name, "a.io/v1"));
  return api;
}

const MERGE = "application/merge-patch+json";
const APPLY = "application/apply-patch+yaml";
type Asked = [what: string, method: string, path: string, body?: JsonObject, type?: string];
const GETS: Asked[] = [
  ["a get", "GET", "/a"],
  ["a get of its status", "GET", "/a/status"],
  ["a get of its scale", "GET", "/a/scale"],
  ["a deletion", "DELETE", "/a"],
  ["a deletion of another object", "DELETE", "/a", { preconditions: { uid: "x" } }],
  ["a dry run of a deletion", "DELETE", "/a?dryRun=All"],
  ["a dry run of an update", "PUT", "/a?dryRun=All", widget("a", "a.io/v2", { resourceVersion: "1" })],
  ["a dry run of a patch", "PATCH", "/a?dryRun=All", { spec: { n: 2 } }, MERGE],
];
const CHANGES: Asked[] = [
  ["an update", "PUT", "/a", widget("a", "a.io/v2", { resourceVersion: "1" })],
  ["a merge patch", "PATCH", "/a", { spec: { n: 2 } }, MERGE],
  ["an apply", "PATCH", "/a?fieldManager=m", widget("a"), APPLY],
  ["a patch of its status", "PATCH", "/a/status", { status: {} }, MERGE],
  ["a patch of its scale", "PATCH", "/a/scale", { spec: { replicas: 2 } }, MERGE],
];
const NEW: Asked[] = [
  ["a create", "POST", "", widget("c")],
  ["a create of a name that exists", "POST", "", widget("a")],
  ["an apply of a new object", "PATCH", "/c?fieldManager=m", widget("c"), APPLY],
];
const PAGES: Asked[] = [
  ["a page", "GET", "?limit=1"],
  ["a large page", "GET", "?limit=500"],
  ["a deletion of all", "DELETE", ""],
];
const WHOLE: Asked[] = [
  ["a list", "GET", ""],
  ["a list at any version", "GET", "?resourceVersion=0"],
  ["a list of one object", "GET", "?fieldSelector=metadata.name%3Da"],
  ["a page of one object", "GET", "?limit=5&fieldSelector=metadata.name%3Da"],
  ["a list of some", "GET", "?labelSelector=a"],
  ["a deletion of some", "DELETE", "?labelSelector=a"],
  ["a watch", "GET", "?watch=1"],
  ["a watch from a revision", "GET", "?watch=1&resourceVersion=2"],
  [
    "a watch that begins with a list",
    "GET",
    "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
  ],
];

const told = (text: string): string => text.replace(/revision=\d+/g, "revision=R");

/** Sends the request. Revisions are replaced by `R`. */
async function answerTo(api: InMemoryCluster, [, method, path, body, type]: Asked) {
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  const answer = await api.ask(method, WIDGETS + path, body, headers);
  const { code, reason, details, message } = answer.body;
  const retryAfter = answer.headers["retry-after"];
  return JSON.parse(
    told(JSON.stringify({ status: answer.status, code, reason, details, message, retryAfter })),
  );
}

describe("1.37: objects that cannot be converted", () => {
  let api: InMemoryCluster;
  beforeAll(async () => {
    api = await start(37);
  });
  afterAll(() => api.stop());

  const corrupt = (key: string): string =>
    `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=R: ${HOOK}`;
  const keyOf = (name: string): string => `/registry/a.io/widgets/default/${name}`;
  const listed = `failed to read one or more widgets.a.io from the storage: ${corrupt(keyOf("a"))} (and 1 more)`;

  test.each(GETS)("%s is an internal error", async (...asked) => {
    const message = corrupt("/a.io/widgets/default/a");
    expect(await answerTo(api, asked)).toEqual({
      status: 500,
      code: 500,
      reason: "InternalError",
      details: { causes: [{ message }] },
      message: `Internal error occurred: ${message}`,
    });
  });

  test("a watch that is refused is not counted as open", async () => {
    await answerTo(api, ["a watch", "GET", "?watch=1"]);
    const { text } = (await api.ask("GET", "/metrics")).body;
    const open = String(text)
      .split("\n")
      .filter((line) => /^apiserver_longrunning_requests.*"widgets"/.test(line));
    expect(open.map((line) => line.split(" ").pop())).toEqual(["0"]);
  });

  test.each(CHANGES)("%s has the error of the store", async (...asked) => {
    const message = `object not decodable revision=R: ${HOOK}`;
    expect(await answerTo(api, asked)).toEqual({ status: 500, code: 500, message });
  });

  test.each(NEW)("%s has the webhook's error", async (...asked) => {
    expect(await answerTo(api, asked)).toEqual({ status: 500, code: 500, message: failureOf("v2") });
  });

  test.each(PAGES)("%s names all of them", async (...asked) => {
    const causes = ["a", "b"].map((name) => ({
      reason: "UnexpectedServerResponse",
      message: corrupt(keyOf(name)),
      field: keyOf(name),
    }));
    expect(await answerTo(api, asked)).toEqual({
      status: 500,
      code: 500,
      reason: "StorageReadError",
      details: { name: "list", group: "a.io", kind: "widgets", causes },
      message: listed,
    });
  });

  test.each(WHOLE)("%s is to be tried again", async (...asked) => {
    expect(await answerTo(api, asked)).toEqual({
      status: 429,
      code: 429,
      reason: "TooManyRequests",
      details: { retryAfterSeconds: 1 },
      message: `storage is (re)initializing: failed to list <unspecified>: ${listed}`,
      retryAfter: "1",
    });
  });

  test("end a watch, without an event", async () => {
    const all = (name: string): string => `/apis/a.io/${name}/namespaces/kube-system/widgets`;
    const headers = { authorization: `Bearer ${api.cluster.token}` };
    const url = `${all("v2")}?watch=1&timeoutSeconds=60`;
    const { status, body } = await api.cluster.handle(memoryRequest({ url, headers }));
    if (status !== 200 || !isStream(body)) return expect.unreachable();
    await api.ask("POST", all("v1"), widget("w", "a.io/v1"));
    const events: string[] = [];
    for await (const piece of body) events.push(String(Buffer.from(piece)));
    expect(events.join("")).toBe("");
    expect((await api.ask("DELETE", `${all("v1")}/w`)).status).toBe(200);
  });

  test("are deleted if the client says so", async () => {
    const unsafe = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    const removed = await api.ask("DELETE", `${WIDGETS}/b`, { ...unsafe, dryRun: ["All"] });
    expect([removed.status, removed.body]).toEqual([
      200,
      expect.objectContaining({ status: "Success", details: { name: "b", kind: "Widget" }, code: 200 }),
    ]);
    expect((await api.ask("DELETE", `${objectsIn("v1")}/b`, unsafe)).body.reason).toBe("Conflict");
    expect((await api.ask("DELETE", `${WIDGETS}/b`, unsafe)).status).toBe(200);
    expect((await api.ask("GET", `${objectsIn("v1")}/b`)).status).toBe(404);
    expect((await api.ask("DELETE", `${WIDGETS}/b`, unsafe)).status).toBe(404);
  });
});

describe("1.36: objects that cannot be converted", () => {
  let api: InMemoryCluster;
  beforeAll(async () => {
    api = await start(36);
  });
  afterAll(() => api.stop());

  test.each([...GETS, ...CHANGES, ...PAGES])("%s has the webhook's error", async (...asked) => {
    expect(await answerTo(api, asked)).toEqual({ status: 500, code: 500, message: HOOK });
  });

  test.each(WHOLE)("%s is to be tried again", async (...asked) => {
    expect(await answerTo(api, asked)).toMatchObject({
      status: 429,
      message: `storage is (re)initializing: failed to list <unspecified>: ${HOOK}`,
    });
  });
});

test.each(["None", "Webhook"])(
  "objects of a version that is gone, with the strategy %s",
  async (strategy) => {
    const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.a.io";
    const api = await start(37);
    onTestFinished(() => api.stop());
    const merge = { "content-type": MERGE };
    const conversion = strategy === "None" ? { strategy, webhook: null } : {};
    const moved = [version("v1"), version("v2")].map((one) => ({ ...one, storage: one.name === "v2" }));
    const changes: [path: string, change: JsonObject][] = [
      ["", { spec: { versions: moved, conversion } }],
      ["/status", { status: { storedVersions: ["v2"] } }],
      ["", { spec: { versions: moved.slice(1) } }],
    ];
    for (const [path, change] of changes)
      expect((await api.ask("PATCH", definition + path, change, merge)).status).toBe(200);
    const answers = [];
    for (const path of ["/a", "", "?limit=5", "?watch=1"]) {
      const { status, body } = await api.ask("GET", WIDGETS + path);
      expect(body.message).toContain("request to convert CR from an invalid group/version: a.io/v1");
      answers.push([status, body.reason]);
    }
    expect(answers).toEqual([
      [500, "InternalError"],
      [429, "TooManyRequests"],
      [500, "StorageReadError"],
      [429, "TooManyRequests"],
    ]);
  },
);

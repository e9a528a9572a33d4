import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { longTest } from "../../test/parts/sampled.ts";
import { define } from "../../test/tools/custom-definition.tool.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { isStream } from "../api/exchange/exchange.ts";
import { memoryRequest } from "../api/exchange/memory-request.ts";
import { createAuthority, issueServing } from "../http/certificates/issue.ts";
import type { JsonObject } from "../json/value.ts";

/**
 * Widgets are stored as v1 (`spec.size`); v2 has `spec.amount` instead. A webhook converts them. Admission
 * calls webhooks, too.
 */
const schema = (field: string): JsonObject => ({
  openAPIV3Schema: {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: { [field]: { type: "integer", maximum: 9 }, note: { type: "string" } },
      },
      status: { type: "object", properties: { ready: { type: "boolean" } } },
    },
  },
});
const version = (name: string, field: string, storage: boolean): JsonObject => ({
  name,
  served: true,
  storage,
  schema: schema(field),
  subresources: {
    status: {},
    scale: { specReplicasPath: `.spec.${field}`, statusReplicasPath: ".status.n" },
  },
});

let api: InMemoryCluster;
let clientConfig: JsonObject;
let close = (): void => {};
const reviewed: JsonObject[] = [];
let conversions = 0;
let isBroken = false;
/** Called before each conversion. */
let onConversion = (): void => {};

function convert(object: JsonObject, apiVersion: string): JsonObject {
  const { size, amount, ...rest } = (object.spec ?? {}) as JsonObject;
  const value = size ?? amount;
  const field = apiVersion.endsWith("v1") ? "size" : "amount";
  return { ...object, apiVersion, spec: value === undefined ? rest : { ...rest, [field]: value } };
}

function answer(review: JsonObject): JsonObject {
  const request = review.request as JsonObject;
  const { uid } = request;
  if (request.desiredAPIVersion === undefined) {
    reviewed.push(request.object as JsonObject);
    return { uid, allowed: true };
  }
  conversions += 1;
  onConversion();
  if (isBroken) return { uid, result: { status: "Failed", message: "broken" } };
  const objects = request.objects as JsonObject[];
  const convertedObjects = objects.map((one) => convert(one, String(request.desiredAPIVersion)));
  return { uid, convertedObjects, result: { status: "Success" } };
}

const ask = (method: string, apiVersion: string, name = "", body?: JsonObject, type = "application/json") =>
  api.ask(
    method,
    `/apis/a.io/${apiVersion}/namespaces/default/widgets${name}`,
    body && JSON.stringify(body),
    body && { "content-type": type },
  );
const widget = (
  apiVersion: string,
  name: string,
  spec: JsonObject,
  metadata: JsonObject = {},
): JsonObject => ({
  apiVersion: `a.io/${apiVersion}`,
  kind: "Widget",
  metadata: { name, ...metadata },
  spec,
});
const APPLY = "application/apply-patch+yaml";

beforeAll(async () => {
  const ca = await createAuthority({ commonName: "test", now: Date.now() });
  const serving = await issueServing(ca, { hosts: ["127.0.0.1"], now: Date.now() });
  const server = createServer(serving, (request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const review = JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
      const { apiVersion, kind } = review;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ apiVersion, kind, response: answer(review) }));
    });
  });
  // Node closes connections that were idle for 5 s. A call can be sent at the same time, and would be lost.
  server.keepAliveTimeout = 600_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const { port } = server.address() as AddressInfo;
  clientConfig = { url: `https://127.0.0.1:${port}/`, caBundle: Buffer.from(ca.cert).toString("base64") };
  api = await startInMemoryCluster();
  const defined = await define(api, "Widget", [version("v1", "size", true), version("v2", "amount", false)], {
    group: "a.io",
    conversion: {
      strategy: "Webhook",
      webhook: { clientConfig, conversionReviewVersions: ["v1"] },
    },
  });
  expect(defined.status).toBe(201);
});
afterAll(async () => {
  await api.stop();
  close();
});

describe("a resource that a webhook converts", () => {
  it("is created, read, listed, updated and patched in either version", async () => {
    expect((await ask("POST", "v2", "", widget("v2", "a", { amount: 1 }))).body.spec).toEqual({ amount: 1 });
    expect((await ask("GET", "v1", "/a")).body.spec).toEqual({ size: 1 });
    expect((await ask("GET", "v2", "/a")).body.spec).toEqual({ amount: 1 });
    expect((await ask("POST", "v1", "", widget("v1", "b", { size: 2 }))).status).toBe(201);
    const { body: list } = await ask("GET", "v2");
    expect((list.items as JsonObject[]).map(({ spec }) => spec)).toEqual([{ amount: 1 }, { amount: 2 }]);
    const { body: read } = await ask("GET", "v2", "/a");
    expect((await ask("PUT", "v2", "/a", { ...read, spec: { amount: 3 } })).body.spec).toEqual({ amount: 3 });
    const merge = "application/merge-patch+json";
    expect((await ask("PATCH", "v2", "/a", { spec: { amount: 4 } }, merge)).body.spec).toEqual({ amount: 4 });
    const status = await ask("PATCH", "v2", "/a/status", { status: { ready: true } }, merge);
    expect([status.status, (await ask("GET", "v1", "/a")).body.status]).toEqual([200, { ready: true }]);
    expect((await ask("PATCH", "v2", "/a/scale", { spec: { replicas: 5 } }, merge)).status).toBe(200);
    expect((await ask("GET", "v1", "/a")).body.spec).toEqual({ size: 5 });
    expect((await ask("DELETE", "v2", "/a")).status).toBe(200);
  });

  it("is written, whatever time the webhook takes for one of its versions", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => {
      vi.useRealTimers();
      onConversion = () => {};
    });
    expect((await ask("POST", "v1", "", widget("v1", "slow", { size: 1 }))).status).toBe(201);
    const { body: read } = await ask("GET", "v2", "/slow");
    let count = 0;
    onConversion = () => {
      if (++count % 2 === 0) vi.advanceTimersByTime(5_000);
    };
    const { status, body } = await ask("PUT", "v2", "/slow", { ...read, spec: { amount: 2 } });
    expect([status, body.spec ?? body.message]).toEqual([200, { amount: 2 }]);
    expect(count).toBeGreaterThan(1);
    expect((await ask("DELETE", "v2", "/slow")).status).toBe(200);
  });

  longTest(
    "is converted before others have their turn, when it is so large that it is written in steps",
    async () => {
      const labels = Object.fromEntries(Array.from({ length: 5_200 }, (_, i) => [`label-${i}`, "x"]));
      const large = (amount: number, metadata: JsonObject = {}) =>
        widget("v2", "large", { amount }, { labels, ...metadata });
      const current = async () => {
        const { metadata } = (await ask("GET", "v2", "/large")).body as { metadata: JsonObject };
        return { resourceVersion: metadata.resourceVersion ?? "" };
      };
      const label = (name: string) => ({ metadata: { labels: { [name]: "y" } } });
      const merge = "application/merge-patch+json";
      const answers = [
        await ask("POST", "v2", "", large(1)),
        await ask("PUT", "v2", "/large", large(2, await current())),
        await ask("PATCH", "v2", "/large", { spec: { amount: 3 }, ...label("new") }, merge),
        await ask("PATCH", "v2", "/large?fieldManager=one&force=true", large(4), APPLY),
      ];
      expect(answers.map(({ status, body }) => [status, body.spec ?? body.message])).toEqual([
        [201, { amount: 1 }],
        [200, { amount: 2 }],
        [200, { amount: 3 }],
        [200, { amount: 4 }],
      ]);
      const { metadata, spec } = (await ask("GET", "v1", "/large")).body as {
        metadata: JsonObject;
        spec: JsonObject;
      };
      expect([spec, Object.keys(metadata.labels as JsonObject).length]).toEqual([{ size: 4 }, 5_201]);
      const refused = await ask("PUT", "v2", "/large", large(10, await current()));
      expect(refused.body.message).toContain("spec.amount: Invalid value: 10");
      expect((await ask("DELETE", "v2", "/large")).status).toBe(200);
    },
  );

  it("is validated in the version of the request, and named fields are those of that version", async () => {
    const { body } = await ask("POST", "v2", "", widget("v2", "c", { amount: 10 }));
    expect(body.message).toContain("spec.amount: Invalid value: 10");
    const { body: update } = await ask("PUT", "v2", "/b", {
      ...(await ask("GET", "v2", "/b")).body,
      spec: { amount: 11 },
    });
    expect(update.message).toContain("spec.amount: Invalid value: 11");
  });

  it("is applied through both versions by managers who see each other's fields", async () => {
    const apply = (v: string, manager: string, spec: JsonObject) =>
      ask("PATCH", v, `/d?fieldManager=${manager}`, widget(v, "d", spec), APPLY);
    expect((await apply("v1", "one", { size: 1, note: "x" })).status).toBe(201);
    const { status, body } = await apply("v2", "two", { amount: 2 });
    expect([status, body.message]).toEqual([409, expect.stringContaining('conflict with "one"')]);
    expect((await apply("v2", "one", { amount: 2 })).body.spec).toEqual({ amount: 2 });
    const { metadata, spec } = (await ask("GET", "v1", "/d")).body as {
      metadata: JsonObject;
      spec: JsonObject;
    };
    expect(spec).toEqual({ size: 2 });
    expect(
      (metadata.managedFields as JsonObject[]).map((entry) => [entry.manager, entry.apiVersion]),
    ).toEqual([["one", "a.io/v2"]]);
  });

  it("is watched in either version", async () => {
    const headers = { authorization: `Bearer ${api.cluster.token}` };
    const url = "/apis/a.io/v2/namespaces/default/widgets?watch=1&timeoutSeconds=60";
    const { body } = await api.cluster.handle(memoryRequest({ url, headers }));
    if (!isStream(body)) return expect.unreachable();
    const seen: string[] = [];
    const events = body[Symbol.asyncIterator]();
    await ask("POST", "v1", "", widget("v1", "w", { size: 7 }));
    while (!seen.join("").includes('"amount":7')) seen.push(String(Buffer.from((await events.next()).value)));
    await events.return?.();
    expect(seen.join("")).not.toContain('"size"');
  });

  it("is shown to webhooks and policies in the version of their rules", async () => {
    const group = "/apis/admissionregistration.k8s.io/v1";
    const rules = [
      { operations: ["CREATE"], apiGroups: ["a.io"], apiVersions: ["v2"], resources: ["widgets"] },
    ];
    const hook = (name: string): JsonObject => ({
      name: `${name}.a.io`,
      clientConfig,
      rules,
      matchConditions: [{ name: "m", expression: "object.spec.amount > 0" }],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
    });
    const named = (kind: string, body: JsonObject): JsonObject => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind,
      metadata: { name: "widgets" },
      ...body,
    });
    for (const kind of ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"]) {
      const webhooks = [hook(kind.toLowerCase())];
      const { status } = await api.ask("POST", `${group}/${kind.toLowerCase()}s`, named(kind, { webhooks }));
      expect(status).toBe(201);
    }
    const policy = await api.ask(
      "POST",
      `${group}/validatingadmissionpolicies`,
      named("ValidatingAdmissionPolicy", {
        spec: {
          matchConstraints: { resourceRules: rules },
          validations: [{ expression: "object.spec.amount < 9", message: "too much" }],
        },
      }),
    );
    const binding = await api.ask(
      "POST",
      `${group}/validatingadmissionpolicybindings`,
      named("ValidatingAdmissionPolicyBinding", {
        spec: { policyName: "widgets", validationActions: ["Deny"] },
      }),
    );
    expect([policy.status, binding.status]).toEqual([201, 201]);
    reviewed.length = 0;
    expect((await ask("POST", "v1", "", widget("v1", "seen", { size: 8 }))).status).toBe(201);
    expect(reviewed.map(({ spec }) => spec)).toEqual([{ amount: 8 }, { amount: 8 }]);
    const { status, body } = await ask("POST", "v1", "", widget("v1", "denied", { size: 9 }));
    expect([status, body.message]).toEqual([422, expect.stringContaining("too much")]);
  });

  it("is converted all at once in a list, and says what went wrong", async () => {
    conversions = 0;
    const { body } = await ask("GET", "v2");
    expect((body.items as JsonObject[]).length).toBeGreaterThan(3);
    expect(conversions).toBeLessThan(2);
    isBroken = true;
    const changed = widget("v2", "b", { amount: 5, note: "new" });
    // An error of the object itself is reported first: this object has no resourceVersion.
    expect((await ask("PUT", "v2", "/b", changed)).status).toBe(422);
    const [{ metadata = {} } = {}] = (body.items as JsonObject[]).filter(
      (item) => (item.metadata as JsonObject).name === "b",
    );
    const broken = await ask("PUT", "v2", "/b", { ...changed, metadata });
    // The stored object, in v1, is converted first, unless the result for the list is still kept.
    expect([broken.status, broken.body.message]).toEqual([
      500,
      expect.stringMatching(/^conversion webhook for a\.io\/v[12], Kind=Widget failed: broken$/),
    ]);
    isBroken = false;
  });
});

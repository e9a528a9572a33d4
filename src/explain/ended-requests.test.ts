import { expect, onTestFinished, test, vi } from "vitest";
import { startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { ClusterOptions } from "../cluster/cluster.ts";
import type { JsonObject } from "../json/value.ts";
import { createRecentRequests } from "./recent/recent-requests.ts";
import { explanationText } from "./text/explanation-text.ts";

const ADMIN = { username: "admin", groups: ["system:masters"] };
const MAPS = "/api/v1/namespaces/default/configmaps";
const CONFIGURATIONS = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

const configuration = (changes: JsonObject = {}): JsonObject => ({
  metadata: { name: "maps" },
  webhooks: [
    {
      name: "maps.example.com",
      clientConfig: { url: "https://127.0.0.1:1/" },
      rules: [
        {
          apiGroups: [""],
          apiVersions: ["v1"],
          operations: ["CREATE", "UPDATE", "DELETE"],
          resources: ["configmaps"],
        },
      ],
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...changes,
    },
  ],
});

interface Sent {
  readonly uid: string;
  readonly oldObject: { readonly metadata: { readonly name: string } };
}

/** Answers calls of webhooks. */
const answering =
  (respond: (request: Sent) => JsonObject): NonNullable<ClusterOptions["intercept"]> =>
  async (_target, body) => {
    const { request } = JSON.parse(Buffer.from(body).toString()) as { request: Sent };
    const response = { uid: request.uid, ...respond(request) };
    const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
    const answer = Buffer.from(JSON.stringify(review));
    return { kind: "answer", status: 200, contentType: "application/json", body: answer };
  };

test("requests that end outside admission are explained by the stage that ended them", async () => {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({
    recorders: [recent.recorder],
    intercept: async () => ({ kind: "error", message: "gone", code: 503, canceled: false, timedOut: false }),
  });
  await api.ask("POST", CONFIGURATIONS, configuration());
  const ended = async (id: string, method: string, url: string, body?: JsonObject | string) => {
    await api.ask(method, url, body, { "audit-id": id });
    const explanation = recent.explain(id, api.cluster, ADMIN);
    expect(JSON.stringify(explanation)).not.toContain("undefined");
    expect(explanation && explanationText(explanation)).not.toContain("undefined");
    const [step] = explanation?.steps.filter(({ kind }) => kind === "webhook") ?? [];
    const why = step !== undefined && "why" in step ? step.why?.code : undefined;
    return [explanation?.end.stage, explanation?.findings[0]?.code, why];
  };
  expect(await ended("a", "POST", MAPS, "{")).toEqual(["reading", "decoding", "not-reached"]);
  expect(await ended("b", "POST", MAPS, { data: { a: 1 } })).toEqual(["reading", "decoding", "not-reached"]);
  expect(await ended("c", "DELETE", `${MAPS}/none`)).toEqual([
    "before admission",
    "not-found",
    "not-reached",
  ]);
  expect(await ended("d", "POST", "/apis/example.com/v1/cars", {})).toEqual([
    "routing",
    "routing",
    undefined,
  ]);
  expect(await ended("e", "POST", MAPS, { metadata: { name: "A_" } })).toEqual([
    "validation",
    "refused",
    "not-reached",
  ]);
  const [stage, code] = await ended("f", "GET", MAPS);
  expect([stage, code]).toEqual(["done", undefined]);
  expect(recent.explain("f", api.cluster, ADMIN)?.end.message).toContain("reads have no admission");
  await api.ask("DELETE", `${MAPS}/none`, undefined, {
    "impersonate-user": "alice",
    "impersonate-group": "system:masters",
  });
  await api.ask("GET", MAPS);
  expect(recent.explain("last", api.cluster, ADMIN)?.findings[0]?.code).toBe("not-found");
  await api.stop();
});

test("the cause names the part of a request that the server cannot read", async () => {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({ recorders: [recent.recorder] });
  const told = async (method: string, url: string, body?: JsonObject, headers?: Record<string, string>) => {
    const id = `${method} ${url}`;
    await api.ask(method, url, body, { ...headers, "audit-id": id });
    const { message, advice } = recent.explain(id, api.cluster, ADMIN)?.findings[0] ?? {};
    return [message, advice];
  };
  expect(await told("GET", `${MAPS}?fieldSelector=data.a%3D1`)).toEqual([
    "the field selector names a field that this kind has no selector for",
    expect.stringContaining("Select by a label"),
  ]);
  expect(await told("GET", `${MAPS}?limit=x`)).toEqual([
    'a parameter of the URL is "x", which is no value of its type',
    expect.stringContaining("whole numbers"),
  ]);
  expect(await told("GET", MAPS, undefined, { accept: "text/csv" })).toEqual([
    "the server cannot answer in any format that the header Accept names: ask for application/json",
    undefined,
  ]);
  const deployment = { metadata: { name: "d" }, spec: { replicas: 1.5 } };
  expect(await told("POST", "/apis/apps/v1/namespaces/default/deployments", deployment)).toEqual([
    expect.stringContaining("spec.replicas is 1.5, it must be a whole number (int32)"),
    "write a whole number that fits into int32",
  ]);
  expect(await told("GET", MAPS, undefined, { authorization: "Bearer none" })).toEqual([
    "the server does not know who asks: Unauthorized",
    expect.stringContaining("the token or the certificate is missing"),
  ]);
  await api.stop();
});

test("a connection, whose options have no metadata, is explained for each selector, and after a refusal", async () => {
  const recent = createRecentRequests(8);
  const api = await startInMemoryCluster({
    recorders: [recent.recorder],
    intercept: answering(() => ({ allowed: false, status: { message: "see example.com/why" } })),
  });
  const rules = [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CONNECT"], resources: ["pods/exec"] }];
  const matchLabels = { team: "a" };
  for (const by of ["namespaceSelector", "objectSelector", "unselective"])
    await api.ask("POST", CONFIGURATIONS, {
      ...configuration({ rules, ...(by !== "unselective" && { [by]: { matchLabels } }) }),
      metadata: { name: by.toLowerCase() },
    });
  const containers = [{ name: "c", image: "i" }];
  await api.ask("POST", "/api/v1/namespaces/default/pods", { metadata: { name: "p" }, spec: { containers } });
  await api.ask("POST", "/api/v1/namespaces/default/pods/p/exec?command=ls", undefined, {
    "audit-id": "exec",
  });
  const explanation = recent.explain("exec", api.cluster, ADMIN);
  expect(explanation?.request.operation).toBe("CONNECT");
  expect(explanation?.steps.flatMap((step) => (step.kind === "webhook" ? [step.why?.code] : []))).toEqual([
    "namespace-selector",
    "object-selector",
    "denied",
  ]);
  await api.stop();
});

test("of a collection each object has its verdict", async () => {
  const recent = createRecentRequests(4);
  const api = await startInMemoryCluster({
    plugins: createBuiltinPlugins(),
    recorders: [recent.recorder],
    intercept: answering(({ oldObject }) => ({ allowed: oldObject.metadata.name !== "b" })),
  });
  for (const name of ["a", "b", "c"]) await api.ask("POST", MAPS, { metadata: { name } });
  await api.ask("POST", CONFIGURATIONS, configuration());
  await api.ask("DELETE", MAPS, undefined, { "audit-id": "all" });
  const explanation = recent.explain("all", api.cluster, ADMIN);
  expect(explanation?.objects?.map(({ name, allowed }) => [name, allowed])).toEqual([
    ["a", true],
    ["b", false],
  ]);
  expect(explanation?.answer.allowed).toBe(false);
  await api.stop();
});

test("right after a timeout it says who was being asked", async () => {
  const recent = createRecentRequests(4);
  let asked: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let answer: () => void = () => {};
  const api = await startInMemoryCluster({
    recorders: [recent.recorder],
    intercept: () => {
      asked();
      return new Promise((resolve) => {
        answer = () =>
          resolve({ kind: "error", message: "late", code: 503, canceled: false, timedOut: true });
      });
    },
  });
  await api.ask("POST", CONFIGURATIONS, configuration());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const sent = api.ask("POST", `${MAPS}?timeout=1s`, { metadata: { name: "a" } }, { "audit-id": "late" });
  await isAsked;
  vi.advanceTimersByTime(1000);
  expect((await sent).status).toBe(504);
  const explanation = recent.explain("late", api.cluster, ADMIN);
  answer();
  expect(explanation?.end.stage).toBe("time");
  expect(explanation?.steps.at(-1)).toMatchObject({ name: "maps.example.com", why: { code: "timeout" } });
  await api.stop();
});

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reviewedClusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { type Json, type JsonObject, record } from "../../../json/value.ts";
import type { Recorder } from "../../record/recorder.ts";

const SPACE = "/api/v1/namespaces/default";
const PODS = `${SPACE}/pods`;
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const PDBS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const MERGE = { "content-type": "application/merge-patch+json" };
/** Audit annotations of the requests so far. */
const audited: Record<string, string>[] = [];
const recorder: Recorder = {
  begin: (context) => (response) => {
    audited.push(Object.fromEntries(context.auditAnnotations ?? []));
    return response;
  },
};

const api = await reviewedClusterForTests({ recorders: [recorder] });
beforeEach(() => api.answer(() => ({ allowed: true })));

const podSpec = { containers: [{ name: "c", image: "i" }] };
const template = { metadata: { labels: { app: "x" } }, spec: podSpec };
const metaOf = (object: Json | undefined): JsonObject => (object as JsonObject).metadata as JsonObject;

async function makePod(name: string, more: JsonObject = {}, labels: JsonObject = {}): Promise<void> {
  const { status } = await api.ask("POST", PODS, {
    metadata: { name, labels },
    spec: { ...podSpec, ...more },
  });
  expect(status).toBe(201);
  api.reviews();
}

describe("scale", () => {
  beforeAll(async () => {
    await api.ask("POST", DEPLOYMENTS, {
      metadata: { name: "d" },
      spec: { replicas: 1, selector: { matchLabels: { app: "x" } }, template },
    });
  });
  beforeEach(() => api.reviews());

  test("mutating webhooks see what was sent, validating ones what comes of it", async () => {
    const { status } = await api.ask("PUT", `${DEPLOYMENTS}/d/scale`, {
      metadata: { name: "d", labels: { a: "b" }, generation: 17 },
      spec: { replicas: 2 },
      status: { replicas: 9, selector: "x" },
    });
    expect(status).toBe(200);
    const [mutating, validating] = api.reviews();
    const { managedFields: _fields, ...sent } = metaOf(mutating?.object);
    expect(sent).toEqual({ name: "d", namespace: "default", labels: { a: "b" }, generation: 17 });
    expect(mutating?.object).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 9, selector: "x" } });
    expect(Object.keys(metaOf(validating?.object)).sort()).toEqual(
      ["creationTimestamp", "name", "namespace", "resourceVersion", "uid"].sort(),
    );
    expect(validating?.object).toMatchObject({ status: { replicas: 0, selector: "app=x" } });
  });

  test("another uid is a conflict, whether a webhook, a patch or a body names it", async () => {
    const url = `${DEPLOYMENTS}/d/scale`;
    const uid = metaOf((await api.ask("GET", `${DEPLOYMENTS}/d`)).body).uid;
    const scaled = `Operation cannot be fulfilled on deployments/scale.apps "d": Precondition failed: UID in precondition: other, UID in object meta: ${uid}`;
    const patched = await api.ask("PATCH", url, { metadata: { uid: "other" } }, MERGE);
    expect([patched.status, patched.body.message]).toEqual([409, scaled]);
    const sent = { metadata: { name: "d", uid: "other" }, spec: { replicas: 2 } };
    expect((await api.ask("PUT", url, sent)).body.message).toContain("Key: /registry/deployments/default/d,");
    expect((await api.ask("PUT", `${url}?dryRun=All`, sent)).body.message).toContain(
      "Key: /deployments/default/d,",
    );
    api.answer(({ hook }) =>
      hook === "m.example.com"
        ? { allowed: true, patch: [{ op: "add", path: "/metadata/uid", value: "other" }] }
        : { allowed: true },
    );
    expect((await api.ask("PATCH", url, { spec: { replicas: 3 } }, MERGE)).body.message).toBe(scaled);
  });

  test("the same number of replicas applied by another manager is a change: of who owns them", async () => {
    const url = `${DEPLOYMENTS}/d/scale`;
    const before = await api.ask("GET", url);
    const applied = { apiVersion: "autoscaling/v1", kind: "Scale", spec: before.body.spec ?? {} };
    const apply = async (): Promise<unknown> => {
      const type = { "content-type": "application/apply-patch+yaml" };
      return metaOf((await api.ask("PATCH", `${url}?fieldManager=one`, applied, type)).body).resourceVersion;
    };
    const first = await apply();
    expect(first).not.toBe(metaOf(before.body).resourceVersion);
    expect(await apply()).toBe(first);
  });

  test("metadata that a webhook spoils are not checked", async () => {
    api.answer(({ hook }) =>
      hook === "m.example.com"
        ? { allowed: true, patch: [{ op: "replace", path: "/metadata/namespace", value: "" }] }
        : { allowed: true },
    );
    const sent = { metadata: { name: "d" }, spec: { replicas: -2 } };
    expect((await api.ask("PUT", `${DEPLOYMENTS}/d/scale`, sent)).body.message).toBe(
      'Scale.autoscaling "d" is invalid: spec.replicas: Invalid value: -2: must be greater than or equal to 0',
    );
  });
});

describe("binding", () => {
  const binding = (name: string, more: JsonObject = {}): JsonObject => ({
    metadata: { name, ...more },
    target: { kind: "Node", name: "n" },
  });

  test("a name that is not the pod's is refused after the mutating webhooks", async () => {
    await makePod("b1");
    const { status, body } = await api.ask("POST", `${PODS}/b1/binding`, binding("other"));
    expect([status, body.message]).toEqual([400, "name in URL does not match name in Binding object"]);
    expect(api.reviews().map(({ hook }) => hook)).toEqual(["m.example.com"]);
  });

  test("uid and version mean one pod; in the collection the uid does not count", async () => {
    await makePod("b2");
    const version = await api.ask("POST", `${PODS}/b2/binding`, binding("b2", { resourceVersion: "1" }));
    expect(version.body.message).toContain("Precondition failed: ResourceVersion in precondition: 1");
    const uid = await api.ask("POST", `${PODS}/b2/binding?dryRun=All`, binding("b2", { uid: "x" }));
    expect(uid.body.message).toContain("Key: /pods/default/b2,");
    expect((await api.ask("POST", `${SPACE}/bindings`, binding("b2", { uid: "x" }))).status).toBe(201);
    const { body } = await api.ask("GET", `${PODS}/b2`);
    const names = Object.keys(body.spec as object);
    expect(names.indexOf("securityContext")).toBe(names.indexOf("nodeName") + 1);
    expect(Object.keys(body.status as object)).toEqual(["phase", "conditions", "qosClass"]);
  });

  test("needs a name", async () => {
    const { status, body } = await api.ask("POST", `${SPACE}/bindings`, binding(""));
    expect([status, body.message]).toEqual([400, "Name parameter required."]);
  });

  test.each(["pods//binding", "pods//eviction", "serviceaccounts//token"])(
    "%s needs one before its body is read",
    async (path) => {
      const { status, body } = await api.ask("POST", `${SPACE}/${path}`, "x", {
        "content-type": "application/json",
      });
      expect([status, body.message]).toEqual([400, "name must be provided"]);
    },
  );
});

describe("eviction", () => {
  const evict = (name: string, deleteOptions?: JsonObject, query = "") =>
    api.ask("POST", `${PODS}/${name}/eviction${query}`, {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name },
      ...(deleteOptions === undefined ? {} : { deleteOptions }),
    });
  const conditionsOf = async (name: string) => {
    const { body } = await api.ask("GET", `${PODS}/${name}`);
    return ((body.status as JsonObject).conditions ?? []) as JsonObject[];
  };

  test("a uid of its own and an empty list of managers are gone before webhooks see it", async () => {
    await makePod("e0");
    const metadata = { name: "e0", uid: "x", managedFields: [] };
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata };
    expect((await api.ask("POST", `${PODS}/e0/eviction`, eviction)).status).toBe(201);
    const seen = api.reviews().map(({ object }) => Object.keys(record((object as JsonObject).metadata)));
    expect(seen).toEqual([
      ["name", "namespace"],
      ["name", "namespace"],
    ]);
  });

  test("tells validating webhooks that it is a dry run, and the pod why it goes when it is none", async () => {
    await makePod("e1", { nodeName: "n" });
    expect((await evict("e1", { gracePeriodSeconds: 5 }, "?dryRun=All")).status).toBe(201);
    const shown = api
      .reviews()
      .map(({ object }) => ((object as JsonObject).deleteOptions as JsonObject).dryRun);
    expect(shown).toEqual([undefined, ["All"]]);
    expect(await conditionsOf("e1")).toEqual([]);
    expect((await evict("e1")).status).toBe(201);
    expect(await conditionsOf("e1")).toMatchObject([
      { type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI" },
    ]);
  });

  test.each([
    [{ propagationPolicy: "X" }, "", 422, /^DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy/],
    [{ dryRun: ["x"] }, "", 422, /^DeleteOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value/],
    [
      { dryRun: ["x"] },
      "?dryRun=All",
      500,
      /^Non-matching dry-run options in request and content: \[All\] and \[x\]$/,
    ],
    [
      { preconditions: { uid: "x" } },
      "",
      409,
      /^Operation cannot be fulfilled on Pod "e2": the UID in the precondition \(x\)/,
    ],
    [
      { ignoreStoreReadErrorWithClusterBreakingPotential: true },
      "",
      422,
      /^Eviction.policy "e2" is invalid: deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: can not be set for pod eviction/,
    ],
  ])("with %j%s is refused with %i", async (options, query, code, message) => {
    if ((await api.ask("GET", `${PODS}/e2`)).status === 404) await makePod("e2", { nodeName: "n" });
    const { status, body } = await evict("e2", options, query);
    expect(status).toBe(code);
    expect(body.message).toMatch(message);
  });

  test("leaves what the pod owns, where it says so", async () => {
    await makePod("e3");
    expect((await evict("e3", { orphanDependents: true })).status).toBe(201);
    expect(metaOf((await api.ask("GET", `${PODS}/e3`)).body).finalizers).toEqual(["orphan"]);
  });

  test("takes a disruption from the budget in a write of the server, which webhooks see", async () => {
    await makePod("e4", { nodeName: "n" }, { budget: "b" });
    const ready = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    await api.ask("PATCH", `${PODS}/e4/status`, { status: ready }, MERGE);
    const spec = { minAvailable: 1, selector: { matchLabels: { budget: "b" } } };
    await api.ask("POST", PDBS, { metadata: { name: "b" }, spec });
    const status = {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
    };
    await api.ask("PATCH", `${PDBS}/b/status`, { status }, MERGE);
    api.reviews();
    expect((await evict("e4")).status).toBe(201);
    const writes = api
      .reviews()
      .filter(({ hook, operation }) => hook === "v.example.com" && operation === "UPDATE");
    expect(writes).toMatchObject([
      { subResource: "status", userInfo: { username: "system:apiserver" }, name: "b" },
    ]);
    const { body } = await api.ask("GET", `${PDBS}/b`);
    expect(body.status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", message: "" }],
    });
  });
});

describe("status", () => {
  test("of a Service that is missing makes it", async () => {
    const sent = { metadata: { name: "s" }, spec: { type: "ExternalName", externalName: "a.b" }, status: {} };
    expect((await api.ask("PUT", `${SPACE}/services/s/status`, sent)).status).toBe(201);
    expect((await api.ask("PUT", `${PODS}/none/status`, { metadata: { name: "none" } })).status).toBe(404);
  });

  test("of a DaemonSet leaves the number of its template alone, of a Job its labels", async () => {
    const spec = { selector: { matchLabels: { app: "x" } }, template };
    const set = { metadata: { name: "ds" }, spec };
    const daemonSets = "/apis/apps/v1/namespaces/default/daemonsets";
    await api.ask("POST", daemonSets, set);
    const written = await api.ask("PUT", `${daemonSets}/ds/status`, { ...set, status: { numberReady: 0 } });
    expect(metaOf(written.body).annotations).toEqual({ "deprecated.daemonset.template.generation": "1" });

    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const job = {
      metadata: { name: "j" },
      spec: { template: { spec: { ...podSpec, restartPolicy: "Never" } } },
    };
    await api.ask("POST", jobs, job);
    const { body } = await api.ask("PUT", `${jobs}/j/status`, { ...job, status: {} });
    expect(metaOf(body).labels).toMatchObject({ "job-name": "j" });
  });
});

test("the audit log says which token was issued, and that a kind is deprecated", async () => {
  audited.length = 0;
  await api.ask("POST", `${SPACE}/serviceaccounts`, { metadata: { name: "sa" } });
  const { body } = await api.ask("POST", `${SPACE}/serviceaccounts/sa/token`, { spec: {} });
  await api.ask("GET", `${SPACE}/endpoints`);
  const [, claims = ""] = String((body.status as JsonObject).token).split(".");
  const { jti } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { jti: string };
  expect(audited).toEqual([
    {},
    { "authentication.kubernetes.io/issued-credential-id": `JTI=${jti}` },
    { "k8s.io/deprecated": "true" },
  ]);
});

test("a token is for an account of the namespace in the URL, whatever a webhook writes", async () => {
  await api.ask("POST", `${SPACE}/serviceaccounts`, { metadata: { name: "elsewhere" } });
  api.answer(({ hook }) =>
    hook === "m.example.com"
      ? { allowed: true, patch: [{ op: "add", path: "/metadata/namespace", value: "other" }] }
      : { allowed: true },
  );
  const { body } = await api.ask("POST", `${SPACE}/serviceaccounts/elsewhere/token`, { spec: {} });
  expect(body.message).toBe(
    'TokenRequest.authentication.k8s.io "elsewhere" is invalid: metadata.namespace: Invalid value: "other": must match the service account namespace if specified',
  );
});

test("a link to itself that is sent with ephemeral containers is not kept", async () => {
  await api.ask("POST", PODS, {
    metadata: { name: "linked" },
    spec: { containers: [{ name: "c", image: "i" }] },
  });
  const merge = { "content-type": "application/merge-patch+json" };
  const patch = { metadata: { selfLink: "/x", labels: { a: "b" } } };
  const asked = await api.ask("PATCH", `${PODS}/linked/ephemeralcontainers?dryRun=All`, patch, merge);
  expect(asked.status).toBe(200);
  expect(asked.body.metadata).not.toHaveProperty("selfLink");
  expect(asked.body.metadata).not.toHaveProperty("labels");
});

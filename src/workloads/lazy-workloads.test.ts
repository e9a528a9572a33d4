import { afterEach, expect, test } from "vitest";
import { type InMemoryCluster, startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { KubeObject, UserInfo } from "../api/meta.ts";
import type { Intercept } from "../cluster/cluster.ts";
import { type JsonObject, record } from "../json/value.ts";
import { startControllers } from "./start-controllers.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Review extends JsonObject {
  uid: string;
  operation: string;
  subResource?: string;
  resource: { resource: string };
  object: KubeObject;
  userInfo: UserInfo & JsonObject;
}

interface Answer {
  readonly allowed: boolean;
  readonly status?: { readonly message: string };
  readonly patchType?: "JSONPatch";
  readonly patch?: string;
}

/** A control plane with all controllers and one node; `answer` is the webhook of `register`. */
async function start(
  answer: (review: Review) => Answer = () => ({ allowed: true }),
): Promise<InMemoryCluster> {
  const intercept: Intercept = async (_, body) => {
    const { request } = JSON.parse(Buffer.from(body).toString()) as { request: Review };
    const review = {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      response: { uid: request.uid, ...answer(request) },
    };
    return {
      kind: "answer",
      status: 200,
      contentType: "application/json",
      body: Buffer.from(JSON.stringify(review)),
    };
  };
  const api = await startInMemoryCluster({ plugins: createBuiltinPlugins(), intercept });
  const host = { ...api.cluster, caBundle: "", eventTtlMs: 0 };
  const controllers = await startControllers(host, ["*"], () => {}, 1);
  ends.push(async () => {
    await controllers.stop();
    await api.stop();
  });
  // Pods need the service account.
  await expect.poll(() => list(api, `${CORE}/serviceaccounts`)).toHaveLength(1);
  return api;
}

async function register(
  api: InMemoryCluster,
  kind: "Mutating" | "Validating",
  resources: string[],
): Promise<void> {
  const { status } = await api.ask(
    "POST",
    `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}webhookconfigurations`,
    {
      metadata: { name: "hook" },
      webhooks: [
        {
          name: "hook.example.com",
          clientConfig: { url: "https://hook.example.com/" },
          rules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources }],
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
        },
      ],
    },
  );
  expect(status).toBe(201);
}

const APPS = "/apis/apps/v1/namespaces/default";
const CORE = "/api/v1/namespaces/default";

async function deploy(api: InMemoryCluster, replicas: number): Promise<void> {
  const labels = { app: "web" };
  const { status } = await api.ask("POST", `${APPS}/deployments`, {
    metadata: { name: "web" },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a:1" }] } },
    },
  });
  expect(status).toBe(201);
}

const list = async (api: InMemoryCluster, path: string): Promise<KubeObject[]> =>
  ((await api.ask("GET", path)).body.items ?? []) as KubeObject[];

const deployment = async (api: InMemoryCluster): Promise<JsonObject> =>
  record((await api.ask("GET", `${APPS}/deployments/web`)).body.status);

test("a deployment's pods are made, bound and run, each by whom it would be on a cluster", async () => {
  const seen: string[] = [];
  const api = await start(({ operation, resource, subResource, userInfo }) => {
    const what = subResource === undefined ? resource.resource : `${resource.resource}/${subResource}`;
    seen.push(`${operation} ${what} ${userInfo.username.replace("system:serviceaccount:kube-system:", "")}`);
    return { allowed: true };
  });
  await register(api, "Validating", [
    "pods",
    "pods/binding",
    "pods/status",
    "replicasets",
    "deployments/status",
  ]);
  await deploy(api, 2);
  await expect.poll(() => deployment(api)).toMatchObject({ availableReplicas: 2, readyReplicas: 2 });
  const pods = await list(api, `${CORE}/pods`);
  expect(pods.map(({ spec, status }) => [record(spec).nodeName, record(status).phase])).toEqual([
    ["fake-node-0", "Running"],
    ["fake-node-0", "Running"],
  ]);
  for (const line of [
    "CREATE replicasets deployment-controller",
    "UPDATE deployments/status deployment-controller",
    "CREATE pods replicaset-controller",
    "CREATE pods/binding system:kube-scheduler",
    "UPDATE pods/status system:node:fake-node-0",
  ])
    expect(seen).toContain(line);
});

test("the user of a controller is its service account, with its token", async () => {
  const users: UserInfo[] = [];
  const api = await start(({ userInfo }) => {
    users.push(userInfo);
    return { allowed: true };
  });
  await register(api, "Validating", ["replicasets"]);
  await deploy(api, 0);
  await expect.poll(() => users.length).toBeGreaterThan(0);
  const account = await api.ask(
    "GET",
    "/api/v1/namespaces/kube-system/serviceaccounts/deployment-controller",
  );
  expect(users[0]).toEqual({
    username: "system:serviceaccount:kube-system:deployment-controller",
    uid: (account.body as KubeObject).metadata.uid,
    groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [expect.stringMatching(/^JTI=/)] },
  });
});

test("a webhook adds a container to the pods of a deployment", async () => {
  const patch = [{ op: "add", path: "/spec/containers/-", value: { name: "sidecar", image: "s:1" } }];
  const api = await start(() => ({
    allowed: true,
    patchType: "JSONPatch",
    patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
  }));
  await register(api, "Mutating", ["pods"]);
  await deploy(api, 1);
  await expect.poll(() => deployment(api)).toMatchObject({ availableReplicas: 1 });
  const [pod] = await list(api, `${CORE}/pods`);
  expect((record(pod?.spec).containers as JsonObject[]).map(({ name }) => name)).toEqual(["a", "sidecar"]);
  expect(record(pod?.status).containerStatuses).toHaveLength(2);
});

test("pods that a webhook denies are reported, and not asked for without an end", async () => {
  let asked = 0;
  let denies = true;
  const api = await start(() => {
    asked++;
    return denies ? { allowed: false, status: { message: "no pods today" } } : { allowed: true };
  });
  await register(api, "Validating", ["pods"]);
  await deploy(api, 50);
  const message = 'admission webhook "hook.example.com" denied the request: no pods today';
  const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message };
  await expect
    .poll(async () => (await deployment(api)).conditions)
    .toContainEqual(expect.objectContaining(failure));
  const [replicaSet] = await list(api, `${APPS}/replicasets`);
  expect(record(replicaSet?.status).conditions).toContainEqual(expect.objectContaining(failure));
  const warnings = (): Promise<KubeObject[]> => list(api, `${CORE}/events?fieldSelector=reason=FailedCreate`);
  await expect.poll(async () => (await warnings()).length).toBe(1);
  const [warning] = await warnings();
  expect(warning).toMatchObject({
    type: "Warning",
    message: `Error creating: ${message}`,
    involvedObject: { kind: "ReplicaSet", name: replicaSet?.metadata.name },
    source: { component: "replicaset-controller" },
  });
  // Each try makes one request, and the time between tries grows.
  expect(asked).toBeLessThan(20);
  denies = false;
  await expect.poll(() => deployment(api)).toMatchObject({ availableReplicas: 50 });
  expect((await deployment(api)).conditions).not.toContainEqual(
    expect.objectContaining({ type: "ReplicaFailure" }),
  );
});

test("a pod that is taken out of the selector is let go, and replaced; one that fits is adopted", async () => {
  const api = await start();
  await deploy(api, 1);
  await expect.poll(() => deployment(api)).toMatchObject({ availableReplicas: 1 });
  const [pod] = await list(api, `${CORE}/pods`);
  const path = `${CORE}/pods/${pod?.metadata.name}`;
  const merge = { "content-type": "application/merge-patch+json" };
  await api.ask("PATCH", path, { metadata: { labels: { app: "other" } } }, merge);
  await expect.poll(async () => (await list(api, `${CORE}/pods`)).length).toBe(2);
  await expect
    .poll(async () => ((await api.ask("GET", path)).body as KubeObject).metadata.ownerReferences)
    .toBeUndefined();
  await api.ask("PATCH", path, { metadata: { labels: { app: "web" } } }, merge);
  await expect.poll(async () => (await list(api, `${CORE}/pods`)).length).toBe(1);
});

test("a pod without a node says why", async () => {
  const api = await start();
  const { status } = await api.ask("POST", `${CORE}/pods`, {
    metadata: { name: "large" },
    spec: { containers: [{ name: "a", image: "a", resources: { requests: { cpu: "100" } } }] },
  });
  expect(status).toBe(201);
  await expect
    .poll(async () => record((await api.ask("GET", `${CORE}/pods/large`)).body.status).conditions)
    .toMatchObject([
      {
        type: "PodScheduled",
        status: "False",
        reason: "Unschedulable",
        message: expect.stringContaining("Insufficient cpu"),
      },
    ]);
});

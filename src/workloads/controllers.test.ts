import { afterAll, describe, expect, test } from "vitest";
import { clusterForTests } from "../../test/tools/cluster-for-tests.tool.ts";
import { define } from "../../test/tools/custom-definition.tool.ts";
import { type Answered, startInMemoryCluster } from "../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import type { KubeObject } from "../api/meta.ts";
import type { JsonObject } from "../json/value.ts";
import { CONTROLLER_NAMES, startControllers } from "./start-controllers.ts";

const CA = "-----BEGIN CERTIFICATE-----\n";
const NAMESPACE = "/api/v1/namespaces/default";
const MAPS = `${NAMESPACE}/configmaps`;

const plugins = createBuiltinPlugins().filter(({ name }) => name !== "ServiceAccount");
const api = await clusterForTests({ plugins });
const advertised = { address: "192.0.2.7", port: 6443 };
const host = { ...api.cluster, advertised, caBundle: CA, eventTtlMs: 3_600_000 };
const controllers = await startControllers(host, ["*"], () => {});
afterAll(() => controllers.stop());

/** Repeats a GET until its response fulfils the condition; at most 60 seconds. */
async function until(url: string, holds: (answer: Answered) => boolean): Promise<Answered> {
  const latest = performance.now() + 60_000;
  for (;;) {
    const answer = await api.ask("GET", url);
    if (holds(answer)) return answer;
    if (performance.now() > latest)
      throw new Error(`${url} stays ${answer.status} ${JSON.stringify(answer.body)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const isGone = ({ status }: Answered): boolean => status === 404;
const metaOf = ({ body }: Answered): KubeObject["metadata"] => (body as KubeObject).metadata;

async function make(
  name: string,
  owners: readonly Answered[] = [],
  finalizers: string[] = [],
): Promise<Answered> {
  const ownerReferences = owners.map((owner) => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    name: metaOf(owner).name ?? "",
    uid: metaOf(owner).uid ?? "",
    blockOwnerDeletion: true,
  }));
  return api.ask("POST", MAPS, { metadata: { name, ownerReferences, finalizers } });
}

const remove = (name: string, propagationPolicy: string): Promise<Answered> =>
  api.ask("DELETE", `${MAPS}/${name}`, { propagationPolicy });

describe("garbageCollector", () => {
  test("in the background, what an object owned follows it, however far", async () => {
    const owner = await make("b-owner");
    const child = await make("b-child", [owner]);
    await make("b-grandchild", [child]);
    expect((await remove("b-owner", "Background")).status).toBe(200);
    await until(`${MAPS}/b-child`, isGone);
    await until(`${MAPS}/b-grandchild`, isGone);
  });

  test("in the foreground, the owner waits for those that block its deletion", async () => {
    const owner = await make("f-owner");
    await make("f-child", [owner], ["example.com/hold"]);
    const marked = await remove("f-owner", "Foreground");
    expect(metaOf(marked).finalizers).toEqual(["foregroundDeletion"]);
    await until(`${MAPS}/f-child`, (answer) => metaOf(answer).deletionTimestamp !== undefined);
    expect((await api.ask("GET", `${MAPS}/f-owner`)).status).toBe(200);
    const type = { "content-type": "application/merge-patch+json" };
    await api.ask("PATCH", `${MAPS}/f-child`, { metadata: { finalizers: null } }, type);
    await until(`${MAPS}/f-owner`, isGone);
  });

  test("orphans are let go of before their owner goes", async () => {
    const owner = await make("o-owner");
    await make("o-child", [owner]);
    await remove("o-owner", "Orphan");
    await until(`${MAPS}/o-owner`, isGone);
    expect(metaOf(await api.ask("GET", `${MAPS}/o-child`)).ownerReferences).toBeUndefined();
  });

  test("a Job that is deleted without a word goes and leaves its pods", async () => {
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const job = metaOf(await api.ask("POST", jobs, { metadata: { name: "j" }, spec: { template } }));
    const owner = { apiVersion: "batch/v1", kind: "Job", name: "j", uid: job.uid ?? "" };
    await api.ask("POST", MAPS, { metadata: { name: "of-job", ownerReferences: [owner] } });
    await api.ask("DELETE", `${jobs}/j`);
    await until(`${jobs}/j`, isGone);
    expect((await api.ask("GET", `${MAPS}/of-job`)).status).toBe(200);
  });

  test("an object that has another owner stays and forgets the one that is gone", async () => {
    const [one, two] = [await make("s-one"), await make("s-two")];
    await make("s-child", [one, two]);
    await remove("s-one", "Background");
    const left = await until(
      `${MAPS}/s-child`,
      (answer) => answer.status === 404 || metaOf(answer).ownerReferences?.length === 1,
    );
    expect(metaOf(left).ownerReferences).toMatchObject([{ name: "s-two" }]);
  });

  test("a reference to what never was, or is another by now, is no reason to stay", async () => {
    const unrelated = {
      body: { metadata: { name: "nobody", uid: "no-such-uid" } },
      status: 200,
      headers: {},
      warnings: [],
    };
    await make("lost", [unrelated]);
    await until(`${MAPS}/lost`, isGone);
  });
});

const conditionsOf = ({ body }: Answered): JsonObject[] =>
  ((body.status as JsonObject | undefined)?.conditions ?? []) as JsonObject[];

describe("namespaceDeletion", () => {
  test("tells what it waits for, then lets the namespace go", async () => {
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "going" } });
    const held = { metadata: { name: "held", finalizers: ["example.com/hold"] } };
    await api.ask("POST", "/api/v1/namespaces/going/configmaps", held);
    await api.ask("DELETE", "/api/v1/namespaces/going");
    const told = await until("/api/v1/namespaces/going", (answer) => conditionsOf(answer).length === 5);
    expect(conditionsOf(told)).toContainEqual(
      expect.objectContaining({
        type: "NamespaceFinalizersRemaining",
        status: "True",
        message:
          "Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances",
      }),
    );
    const type = { "content-type": "application/merge-patch+json" };
    await api.ask(
      "PATCH",
      "/api/v1/namespaces/going/configmaps/held",
      { metadata: { finalizers: null } },
      type,
    );
    await until("/api/v1/namespaces/going", isGone);
  });

  test("leaves everything else until the pods are gone", async () => {
    const path = "/api/v1/namespaces/ordered";
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "ordered" } });
    await until(`${path}/serviceaccounts/default`, ({ status }) => status === 200);
    const spec = { containers: [{ name: "c", image: "i" }] };
    await api.ask("POST", `${path}/pods`, {
      metadata: { name: "p", finalizers: ["example.com/hold"] },
      spec,
    });
    await api.ask("POST", `${path}/configmaps`, { metadata: { name: "needed" } });
    await api.ask("DELETE", path);
    const told = await until(path, (answer) => conditionsOf(answer).length === 5);
    expect(conditionsOf(told).map(({ type, status }) => `${type} ${status}`)).toEqual([
      "NamespaceDeletionDiscoveryFailure False",
      "NamespaceDeletionGroupVersionParsingFailure False",
      "NamespaceDeletionContentFailure False",
      "NamespaceContentRemaining False",
      "NamespaceFinalizersRemaining False",
    ]);
    expect((await api.ask("GET", `${path}/configmaps/needed`)).status).toBe(200);
    const merge = { "content-type": "application/merge-patch+json" };
    await api.ask("PATCH", `${path}/pods/p`, { metadata: { finalizers: null } }, merge);
    await until(path, isGone);
  });
});

describe("namespaceDeletion of pods on nodes", () => {
  test("gives them their grace period, and ends afterwards what no node has ended", async () => {
    const path = "/api/v1/namespaces/graceful";
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "graceful" } });
    await until(`${path}/serviceaccounts/default`, ({ status }) => status === 200);
    const spec = {
      nodeName: "far",
      terminationGracePeriodSeconds: 2,
      containers: [{ name: "c", image: "i" }],
    };
    await api.ask("POST", `${path}/pods`, { metadata: { name: "p" }, spec });
    await api.ask("DELETE", path);
    const dying = await until(`${path}/pods/p`, (answer) => metaOf(answer).deletionTimestamp !== undefined);
    expect(metaOf(dying)).toMatchObject({ deletionGracePeriodSeconds: 2 });
    const told = await until(path, (answer) => conditionsOf(answer).length === 5);
    expect(conditionsOf(told).map(({ status }) => status)).not.toContain("True");
    await until(path, isGone);
  });
});

describe("controllers of namespaces", () => {
  test("give every namespace an account and what vouches for the server, and give them back", async () => {
    await until(`${NAMESPACE}/serviceaccounts/default`, ({ status }) => status === 200);
    const map = await until(`${MAPS}/kube-root-ca.crt`, ({ status }) => status === 200);
    expect(map.body.data).toEqual({ "ca.crt": CA });
    await api.ask("DELETE", `${MAPS}/kube-root-ca.crt`);
    await api.ask("DELETE", `${NAMESPACE}/serviceaccounts/default`);
    await until(`${MAPS}/kube-root-ca.crt`, ({ status }) => status === 200);
    await until(`${NAMESPACE}/serviceaccounts/default`, ({ status }) => status === 200);
  });
});

describe("serviceAccountSecrets", () => {
  test("fills a Secret with a token that works, and takes it away with its account", async () => {
    await api.ask("POST", `${NAMESPACE}/serviceaccounts`, { metadata: { name: "robot" } });
    const annotations = { "kubernetes.io/service-account.name": "robot" };
    const type = "kubernetes.io/service-account-token";
    await api.ask("POST", `${NAMESPACE}/secrets`, { metadata: { name: "t", annotations }, type });
    const filled = await until(`${NAMESPACE}/secrets/t`, ({ body }) => body.data !== undefined);
    const { token = "" } = filled.body.data as { token?: string };
    const authorization = `Bearer ${Buffer.from(token, "base64").toString()}`;
    const answer = await api.ask("GET", MAPS, undefined, { authorization });
    expect(answer.body.message).toContain('User "system:serviceaccount:default:robot" cannot list');
    await api.ask("DELETE", `${NAMESPACE}/serviceaccounts/robot`);
    await until(`${NAMESPACE}/secrets/t`, isGone);
    expect((await api.ask("GET", MAPS, undefined, { authorization })).status).toBe(401);
  });
});

describe("the name of an account in a Secret", () => {
  test.each(["robot-of-none", "default?watch=1", "default/token", "../serviceaccounts/default"])(
    "is a name and no part of a path: %s",
    async (name) => {
      const annotations = { "kubernetes.io/service-account.name": name };
      const type = "kubernetes.io/service-account-token";
      await until(`${NAMESPACE}/serviceaccounts/default`, ({ status }) => status === 200);
      await api.ask("POST", `${NAMESPACE}/secrets`, { metadata: { name: "odd", annotations }, type });
      await until(`${NAMESPACE}/secrets/odd`, isGone);
    },
  );
});

describe("clusterRoleAggregation", () => {
  const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

  test("gathers the rules of the roles that are picked", async () => {
    const view = await until(`${ROLES}/view`, ({ body }) => Array.isArray(body.rules));
    expect(JSON.stringify(view.body.rules)).toContain('"configmaps"');
    const labels = { "rbac.authorization.k8s.io/aggregate-to-view": "true" };
    const rules = [{ verbs: ["get"], apiGroups: ["example.com"], resources: ["widgets"] }];
    await api.ask("POST", ROLES, { metadata: { name: "widgets", labels }, rules });
    await until(`${ROLES}/view`, ({ body }) => JSON.stringify(body.rules).includes('"widgets"'));
    await until(`${ROLES}/admin`, ({ body }) => JSON.stringify(body.rules).includes('"widgets"'));
  });
});

describe("resourceQuotaStatus", () => {
  test("counts what is there, and what is there no more", async () => {
    await api.ask("POST", "/api/v1/namespaces", { metadata: { name: "counted" } });
    const namespace = "/api/v1/namespaces/counted";
    const secret = (name: string): Promise<Answered> =>
      api.ask("POST", `${namespace}/secrets`, { metadata: { name } });
    await secret("before");
    const hard = { secrets: "2", "count/configmaps": "9", "requests.cpu": "4" };
    await api.ask("POST", `${namespace}/resourcequotas`, { metadata: { name: "q" }, spec: { hard } });
    const usedIs =
      (secrets: string) =>
      ({ body }: Answered): boolean =>
        (body.status as { used?: JsonObject } | undefined)?.used?.secrets === secrets;
    const counted = await until(`${namespace}/resourcequotas/q`, usedIs("1"));
    expect(counted.body.status).toMatchObject({ hard, used: { "requests.cpu": "0" } });
    expect((await secret("last")).status).toBe(201);
    expect((await secret("over")).status).toBe(403);
    await api.ask("DELETE", `${namespace}/secrets/last`);
    await until(`${namespace}/resourcequotas/q`, usedIs("1"));
    expect((await secret("again")).status).toBe(201);
  });
});

describe("startControllers", () => {
  test("knows the names of kube-controller-manager, long and short", () => {
    expect(CONTROLLER_NAMES).toEqual(
      expect.arrayContaining(["garbage-collector-controller", "garbagecollector", "root-ca-cert-publisher"]),
    );
  });

  test("runs only what is wanted", async () => {
    const other = await startInMemoryCluster();
    const host = { ...other.cluster, caBundle: CA, eventTtlMs: 0 };
    const some = await startControllers(host, ["*", "-serviceaccount"], () => {});
    const names = "/api/v1/namespaces/default";
    const statusOf = async (path: string) => (await other.ask("GET", `${names}/${path}`)).status;
    await expect.poll(() => statusOf("configmaps/kube-root-ca.crt")).toBe(200);
    expect(await statusOf("serviceaccounts/default")).toBe(404);
    some.stop();
    await other.stop();
  });
});

describe("eventExpiry", () => {
  test("takes away events that nobody has written for so long", async () => {
    const other = await startInMemoryCluster();
    const host = { ...other.cluster, caBundle: CA, eventTtlMs: 50 };
    const running = await startControllers(host, [], () => {});
    const involvedObject = { kind: "Pod", namespace: "default", name: "p" };
    await other.ask("POST", `${NAMESPACE}/events`, { metadata: { name: "e" }, involvedObject });
    await expect.poll(async () => (await other.ask("GET", `${NAMESPACE}/events/e`)).status).toBe(404);
    running.stop();
    await other.stop();
  });
});

describe("policyStatus", () => {
  const policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
  const policy = (name: string, expression: string): JsonObject => ({
    metadata: { name },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] },
        ],
      },
      validations: [{ expression }],
    },
  });

  test("writes what the type checker says, and of which generation it is", async () => {
    await api.ask("POST", policies, policy("sound", "object.data.a == 'b'"));
    await api.ask("POST", policies, policy("unsound", "object.dta.a == 'b'"));
    const isChecked = ({ body }: Answered): boolean =>
      (body.status as { observedGeneration?: number } | undefined)?.observedGeneration === 1;
    const sound = await until(`${policies}/sound`, isChecked);
    expect(sound.body.status).toEqual({ observedGeneration: 1, typeChecking: {} });
    const unsound = await until(`${policies}/unsound`, isChecked);
    expect(unsound.body.status).toEqual({
      observedGeneration: 1,
      typeChecking: {
        expressionWarnings: [
          {
            fieldRef: "spec.validations[0].expression",
            warning:
              "/v1, Kind=ConfigMap: ERROR: <input>:1:7: undefined field 'dta'\n | object.dta.a == 'b'\n | ......^\n",
          },
        ],
      },
    });
  });
});

describe("ownEndpoints", () => {
  test("says where the server is, and says it again when somebody has changed it", async () => {
    const slices = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes";
    const says = ({ body }: Answered): boolean => JSON.stringify(body.endpoints ?? "").includes("192.0.2.7");
    const slice = await until(slices, says);
    await until("/api/v1/namespaces/default/endpoints/kubernetes", ({ status }) => status === 200);
    await api.ask("PUT", slices, { ...slice.body, endpoints: [] });
    await until(slices, says);
    await api.ask("DELETE", slices);
    await until(slices, says);
  });

  test("names the other servers over its store, as long as they have a Lease", async () => {
    const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    const other = (name: string, address: string) => ({
      metadata: {
        name,
        labels: { "apiserver.kubernetes.io/identity": "sallyport" },
        annotations: { "sallyport.dev/address": address },
      },
    });
    const addresses = ({ body }: Answered): string =>
      ((body.subsets ?? []) as { addresses: { ip: string }[] }[])
        .flatMap((subset) => subset.addresses.map(({ ip }) => ip))
        .join();
    const endpoints = "/api/v1/namespaces/default/endpoints/kubernetes";
    await api.ask("POST", leases, other("server-b", "192.0.2.8:6443"));
    await api.ask("POST", leases, other("server-c", "192.0.2.9:7443"));
    await until(endpoints, (answer) => addresses(answer) === "192.0.2.7,192.0.2.8");
    await api.ask("DELETE", `${leases}/server-b`);
    await until(endpoints, (answer) => addresses(answer) === "192.0.2.7");
  });
});

describe("serviceCidrStatus", () => {
  test("says that the range of addresses is ready", async () => {
    const range = "/apis/networking.k8s.io/v1/servicecidrs/kubernetes";
    const { body } = await until(range, (answer) => JSON.stringify(answer.body).includes("Ready"));
    expect(body.status).toMatchObject({ conditions: [{ type: "Ready", status: "True" }] });
  });
});

describe("definitionCleanup", () => {
  test("says that it waits for objects that somebody holds", async () => {
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    await define(api, "Hold");
    const holds = "/apis/example.com/v1/namespaces/default/holds";
    const held = { metadata: { name: "a", finalizers: ["example.com/hold"] } };
    await api.ask("POST", holds, { apiVersion: "example.com/v1", kind: "Hold", ...held });
    await api.ask("DELETE", `${path}/holds.example.com`);
    const waits = ({ body }: Answered): boolean =>
      JSON.stringify(body).includes("InstanceDeletionInProgress");
    const { body } = await until(`${path}/holds.example.com`, waits);
    expect(JSON.stringify(body)).toContain('"type":"Terminating","status":"True"');
    const letGo = { "content-type": "application/merge-patch+json" };
    await api.ask("PATCH", `${holds}/a`, { metadata: { finalizers: null } }, letGo);
    await until(`${path}/holds.example.com`, isGone);
  });
});

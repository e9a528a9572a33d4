import { expect, test } from "vitest";
import { startInMemoryCluster } from "../../../test/tools/in-memory-cluster.tool.ts";
import { createBuiltinPlugins } from "../../admission/hooks/builtin/builtin-plugins.ts";
import type { Json, JsonObject } from "../../json/value.ts";
import { explained, stepsOf, webhookManifest } from "../explained.tool.ts";
import type { Explanation } from "../explanation.ts";
import { createRecentRequests } from "../recent/recent-requests.ts";
import { blameText } from "../text/blame-text.ts";
import { writerText } from "./blame-lines.ts";

const webhook = (name: string, resources: string, operations = "CREATE"): string =>
  webhookManifest(name, { group: "*", resources, operations });
const patching = (...patch: JsonObject[]) => ({ allowed: true, patch });
const add = (path: string, value: Json = null): JsonObject => ({ op: "add", path, value });

const writers = ({ blame }: Explanation): Record<string, string> =>
  Object.fromEntries((blame?.fields ?? []).map(({ path, by }) => [path, writerText(by)]));
const losses = ({ blame }: Explanation): string[] =>
  (blame?.lost ?? []).map(
    ({ path, from, how, by }) => `${path} ${writerText(from)} ${how} ${writerText(by)}`,
  );

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "web", namespace: "shop", labels: { team: "a" } },
  spec: { containers: [{ name: "web", image: "web:1", resources: { requests: { memory: "1024Mi" } } }] },
};

const POLICY = `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: init }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
  reinvocationPolicy: Never
  mutations:
    - patchType: ApplyConfiguration
      applyConfiguration:
        expression: 'Object{metadata: Object.metadata{labels: {"team": "b"}}, spec: Object.spec{initContainers: [Object.spec.initContainers{name: "init", image: "init:1"}]}}'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: init }
spec: { policyName: init }
---
apiVersion: v1
kind: LimitRange
metadata: { name: small, namespace: shop }
spec: { limits: [{ type: Container, default: { cpu: 1000m } }] }
---
`;

test("each field of a created pod has its writer", async () => {
  const explanation = await explained({
    manifests: POLICY + webhook("side", "pods"),
    object: pod,
    answers: {
      "side.example.com": patching(
        add("/spec/containers/0", { name: "side", image: "side:1" }),
        add("/metadata/labels/side", "yes"),
        add("/spec/nothing", 1),
      ),
    },
  });
  expect(writers(explanation)).toMatchObject({
    "/metadata/name": "client",
    "/metadata/labels/team": "policy init",
    "/metadata/labels/side": "webhook side.example.com of side",
    "/metadata/uid": "server",
    "/spec/containers/0/image": "webhook side.example.com of side",
    "/spec/containers/0/imagePullPolicy": "default",
    "/spec/containers/0/resources/limits/cpu": "plugin LimitRanger, second round",
    "/spec/containers/0/volumeMounts/0/name": "plugin ServiceAccount, second round",
    "/spec/containers/1/image": "client",
    "/spec/containers/1/resources/requests/memory": "client",
    "/spec/containers/1/resources/limits/cpu": "plugin LimitRanger",
    "/spec/initContainers/0/image": "policy init",
    "/spec/initContainers/0/terminationMessagePath": "default",
    "/spec/restartPolicy": "default",
    "/spec/tolerations/0/key": "plugin DefaultTolerationSeconds",
    "/status/phase": "server",
  });
  expect(losses(explanation)).toEqual([
    "/metadata/labels/team client overwritten policy init",
    "/spec/nothing webhook side.example.com of side not stored default",
  ]);
  const text = blameText(explanation);
  expect(text).toMatch(/^ {4}- name: side +# webhook side\.example\.com of side$/m);
  expect(text).toContain(
    "/spec/nothing: 1, written by webhook side.example.com of side, not stored: Pod has no such field",
  );
});

const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: boats, kind: Boat }
  versions:
    - name: v1
      served: true
      storage: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { sails: { type: integer, default: 2 }, hull: { type: string } } }
            status: { type: object, properties: { port: { type: string } } }
---
`;
const boat = (more: JsonObject): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Boat",
  metadata: { name: "ark", namespace: "shop" },
  ...more,
});

test("what the server does not store is told with its rule", async () => {
  const created = await explained({
    manifests: CRD + webhook("harbor", "boats"),
    object: boat({ spec: { hull: "wood", oars: 4 } }),
    answers: {
      "harbor.example.com": patching(add("/status", { port: "A" }), add("/metadata/generation", 7)),
    },
  });
  expect(writers(created)).toMatchObject({ "/spec/sails": "default", "/spec/hull": "client" });
  expect(losses(created)).toEqual([
    "/spec/oars client not stored default",
    "/status/port webhook harbor.example.com of harbor not stored server",
    "/metadata/generation webhook harbor.example.com of harbor not stored server",
  ]);
  expect(created.findings.slice(1).map(({ code, message }) => [code, message])).toEqual([
    [
      "not-stored",
      "not stored: it set /status/port, but a new Boat begins without this status: boats/status writes it",
    ],
    ["not-stored", "not stored: it set /metadata/generation, but only the server sets metadata.generation"],
  ]);
});

test.each([
  ["boats/status", "/metadata/labels", { port: "A" }, /takes nothing of metadata$/],
  ["boats/status", "/spec/hull", "steel", /boats\/status takes only the status: change boats itself$/],
])("a webhook of %s cannot change %s", async (resources, path, value, message) => {
  const explanation = await explained({
    manifests:
      CRD +
      webhook("harbor", resources, "UPDATE") +
      `---\n${JSON.stringify(boat({ spec: { hull: "wood" } }))}`,
    object: boat({ spec: { hull: "wood" }, status: { port: "B" } }),
    flags: { operation: "UPDATE", subresource: "status" },
    answers: { "harbor.example.com": patching(add(path, value)) },
  });
  const [step] = stepsOf("harbor.example.com", explanation);
  expect(step?.lost?.[0]?.why).toMatch(message);
  expect(explanation.findings[0]?.message).toMatch(message);
  expect(writers(explanation)).toMatchObject({ "/status/port": "client" });
});

test("a running server tells the writers of updates, patches and applies", async () => {
  const recent = createRecentRequests(16);
  const api = await startInMemoryCluster({ plugins: createBuiltinPlugins(), recorders: [recent.recorder] });
  const url = "/apis/apps/v1/namespaces/default/deployments";
  const containers = [{ name: "web", image: "web:1" }];
  const template = { metadata: { labels: { app: "web" } }, spec: { containers } };
  const body = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web" },
    spec: { selector: { matchLabels: { app: "web" } }, template },
  };
  const ask = async (method: string, path: string, sent: JsonObject | string, type: string) => {
    const { status } = await api.ask(method, path, sent, { "content-type": type, "audit-id": "x" });
    expect(status).toBeLessThan(300);
    const explanation = recent.explain("x", api.cluster, { username: "admin", groups: ["system:masters"] });
    return explanation === undefined ? {} : writers(explanation);
  };
  const created = await ask("POST", `${url}?fieldManager=maker`, body, "application/json");
  expect(created).toMatchObject({
    "/spec/replicas": "default",
    "/spec/template/spec/containers/0/image": "client maker",
  });
  const merge = "application/merge-patch+json";
  const patched = await ask("PATCH", `${url}/web?fieldManager=patcher`, { spec: { replicas: 3 } }, merge);
  expect(patched).toMatchObject({
    "/spec/replicas": "client patcher",
    "/spec/template/spec/containers/0/image": "before, by maker",
    "/metadata/uid": "server",
  });
  const applied = JSON.stringify({
    ...body,
    spec: { template: { spec: { containers: [{ name: "web", image: "web:2" }] } } },
  });
  const apply = await ask(
    "PATCH",
    `${url}/web?fieldManager=applier&force=true`,
    applied,
    "application/apply-patch+yaml",
  );
  expect(apply).toMatchObject({
    "/spec/replicas": "before, by patcher",
    "/spec/template/spec/containers/0/image": "client applier",
    "/spec/template/spec/containers/0/name": "before, by maker",
  });
  await api.stop();
});

import type { JsonObject } from "../../src/json/value.ts";
import { Random } from "../../tools/differential/random.ts";
import { type MixedRequest, mixedRequests } from "../replay/requests.ts";

/** Requests of the replay, and a sixth about what new versions change. */
export function upgradeRequests(count: number, seed: string): MixedRequest[] {
  const random = new Random(`${seed} upgrade`);
  return mixedRequests(count, seed).map((request, n) =>
    n % 6 === 0 ? random.pick(SORTS)(random, `u${n}`) : request,
  );
}

type Sort = (random: Random, name: string) => MixedRequest;

const JSON_TYPE = "application/json";
const MERGE = "application/merge-patch+json";
const NAMESPACE = "shop";

const collection = (api: string, plural: string, namespaced = true): string =>
  `/${api}${namespaced ? `/namespaces/${NAMESPACE}` : ""}/${plural}`;

const post = (path: string, body: JsonObject): MixedRequest => ({
  method: "POST",
  path,
  contentType: JSON_TYPE,
  body,
  before: [],
});

const patchOf = (path: string, object: JsonObject, name: string, body: JsonObject): MixedRequest => ({
  method: "PATCH",
  path: `${path}/${name}`,
  contentType: MERGE,
  body,
  before: [{ collection: path, object }],
});

const autoscaler = (random: Random, name: string): JsonObject => ({
  metadata: { name },
  spec: {
    minReplicas: random.pick([0, 1, 2]),
    maxReplicas: 5,
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    metrics: [
      { type: "External", external: { metric: { name: "queue" }, target: { type: "Value", value: "3" } } },
    ],
    ...(random.chance(0.5) && { behavior: { scaleDown: { tolerance: random.pick(["0.05", "0.2"]) } } }),
  },
});

const stateful = (random: Random, name: string): JsonObject => ({
  metadata: { name },
  spec: {
    serviceName: "web",
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: "main", image: "registry.example.com/a" }] },
    },
    ...(random.chance(0.6) && {
      updateStrategy: { rollingUpdate: { maxUnavailable: random.pick<number | string>([1, 2, "30%"]) } },
    }),
  },
});

const driver = (random: Random, name: string): JsonObject => ({
  metadata: { name: `${name}.example.com` },
  spec: {
    ...(random.chance(0.5) && { preventPodSchedulingIfMissing: random.pick([true, false]) }),
    ...(random.chance(0.3) && { serviceAccountTokenInSecrets: true, tokenRequests: [{ audience: "a" }] }),
    attachRequired: false,
  },
});

const binding = (name: string): JsonObject => ({
  metadata: { name },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "one" },
  subjects: [{ kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "jane" }],
});

const APPS = "apis/apps/v1";
const AUTOSCALING = "apis/autoscaling/v2";
const RBAC = "apis/rbac.authorization.k8s.io/v1";
const STORAGE = "apis/storage.k8s.io/v1";

const pod = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: { containers: [{ name: "main", image: "registry.example.com/a", ...spec }] },
});

const deployment = (name: string, spec: JsonObject): MixedRequest =>
  post(collection(APPS, "deployments"), {
    metadata: { name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "main", image: "registry.example.com/a" }], ...spec },
      },
    },
  });

const SORTS: readonly Sort[] = [
  (random, name) => post(collection(AUTOSCALING, "horizontalpodautoscalers"), autoscaler(random, name)),
  (random, name) =>
    patchOf(
      collection(AUTOSCALING, "horizontalpodautoscalers"),
      {
        ...autoscaler(random, name),
        spec: { ...(autoscaler(random, name).spec as JsonObject), minReplicas: 1 },
      },
      name,
      { spec: { maxReplicas: random.pick([6, 7]), minReplicas: random.pick([0, 1]) } },
    ),
  (random, name) => post(collection(APPS, "statefulsets"), stateful(random, name)),
  (random, name) => post(collection(STORAGE, "csidrivers", false), driver(random, name)),
  (random, name) =>
    patchOf(collection(RBAC, "rolebindings"), binding(name), name, {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: random.pick(["one", "two"]) },
    }),
  (random, name) =>
    post(collection("api/v1", "services"), {
      metadata: { name: random.pick([name, `${name}-x`]) },
      spec: {
        ports: [{ port: 80 }],
        externalIPs: [random.pick(["192.0.2.1", "192.0.2.010", "010.0.0.1"])],
      },
    }),
  (random, name) =>
    patchOf(collection("api/v1", "configmaps"), { metadata: { name }, data: { a: "1" } }, name, {
      metadata: random.pick<JsonObject>([
        { finalizers: ["example.com/x"] },
        { uid: "other" },
        { finalizers: ["nope"] },
      ]),
    }),
  (random, name) =>
    post(collection("api/v1", "pods"), {
      ...pod(name, {}),
      spec: {
        containers: [{ name: "main", image: "registry.example.com/a" }],
        volumes: [{ name: "image", image: { reference: random.pick(["", "registry.example.com/i"]) } }],
      },
    }),
  (random, name) =>
    post(
      collection("api/v1", "pods"),
      pod(name, {
        resources: { limits: { cpu: random.pick(["1", "2"]) } },
        ...(random.chance(0.5) && { restartPolicy: "Never" }),
      }),
    ),
  (random, name) => ({
    ...post(`${collection("api/v1", "pods")}/${name}/binding`, {
      metadata: { name },
      target: { kind: "Node", name: random.pick(["node-1", "Not_A_Name"]) },
    }),
    before: [{ collection: collection("api/v1", "pods"), object: pod(name, {}) }],
  }),
  () =>
    post("/apis/authentication.k8s.io/v1/tokenreviews", {
      spec: { token: "x" },
    }),
  (random, name) =>
    post(collection("apis/admissionregistration.k8s.io/v1", "validatingwebhookconfigurations", false), {
      metadata: { name },
      webhooks: [
        {
          name: "a.example.com",
          clientConfig: { url: "https://127.0.0.1:9/none" },
          sideEffects: "None",
          admissionReviewVersions: ["v1"],
          failurePolicy: "Ignore",
          rules: [
            {
              apiGroups: ["authentication.k8s.io"],
              apiVersions: ["v1"],
              operations: ["CREATE"],
              resources: [random.pick(["tokenreviews", "selfsubjectreviews"])],
            },
          ],
          matchConditions: [
            {
              name: "c",
              expression: random.pick(["true", "request.name == 'a'", "{'a': 1}[1] == 2", "1 == 'a'"]),
            },
          ],
        },
      ],
    }),
  (random, name) =>
    post(collection("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicies", false), {
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ["apps"], apiVersions: ["v1"], operations: ["CREATE"], resources: ["replicasets"] },
          ],
        },
        validations: [
          {
            expression: random.pick([
              "object.spec.replicas < 100",
              "['a'][true] == 'a'",
              "object.metadata.name == 3",
              "object.metadata.labels[1] == 'a'",
            ]),
          },
        ],
      },
    }),
  (random, name) =>
    post(collection(RBAC, "roles"), {
      metadata: { name },
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: random.pick([[], ["get"]]) }],
    }),
  (random, name) =>
    post(collection("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings", false), {
      metadata: { name },
      spec: { policyName: "none", validationActions: random.pick([[], ["Deny"]]) },
    }),
  (random, name) =>
    patchOf(collection(APPS, "statefulsets"), stateful(random, name), name, {
      spec: random.pick<JsonObject>([
        { serviceName: "other" },
        { podManagementPolicy: "Parallel" },
        { replicas: 2 },
        { selector: { matchLabels: { app: "other" } } },
      ]),
    }),
  (random, name) =>
    post(collection("api/v1", "configmaps"), {
      metadata: {
        name,
        ownerReferences: [
          random.pick<JsonObject>([
            { apiVersion: "v1", kind: "Pod", name: "a", uid: "" },
            { apiVersion: "v1", kind: "Event", name: "a", uid: "u" },
            { apiVersion: "v1", kind: "Pod", name: "a", uid: "u" },
          ]),
        ],
      },
    }),
  (random, name) =>
    post(collection("apis/discovery.k8s.io/v1", "endpointslices"), {
      metadata: { name },
      addressType: "IPv4",
      endpoints: [{ addresses: random.pick([[], ["192.0.2.7"]]) }],
    }),
  (random, name) =>
    deployment(name, {
      volumes: [{ name: "image", image: { reference: random.pick(["", "registry.example.com/i"]) } }],
      ...(random.chance(0.3) && { hostPID: true, shareProcessNamespace: true }),
    }),
  (random, name) =>
    deployment(name, {
      securityContext: { seLinuxChangePolicy: random.pick(["MountOption", "Recursive"]) },
    }),
  (random, name) =>
    post(collection(AUTOSCALING, "horizontalpodautoscalers"), {
      metadata: { name },
      spec: {
        ...(random.chance(0.5) && { maxReplicas: 0 }),
        ...(random.chance(0.5) && { minReplicas: 0 }),
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      },
    }),
];

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/api/json.ts";
import { pointerOf } from "../../src/explain/sources.ts";
import { Model } from "../../src/lint/model/model.ts";
import { namedWebhooks } from "../../src/lint/outage/named-webhooks.ts";
import { type OutageRow, outageOf } from "../../src/lint/outage/outage.ts";
import { createCluster, type TestCluster } from "../../src/testing/create-cluster.ts";
import { faults } from "../../src/testing/faults.ts";

const NAMESPACES = [
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", labels: { team: "shop" } } },
  { apiVersion: "v1", kind: "Namespace", metadata: { name: "guard" } },
];
const POD = { containers: [{ name: "c", image: "registry.example.com/c" }] };
const WORKLOAD = {
  selector: { matchLabels: { app: "a" } },
  template: { metadata: { labels: { app: "a" } }, spec: POD },
};
/** What is asked for, each in every namespace where it can be. */
const OBJECTS: Readonly<
  Record<string, { apiVersion: string; kind: string; spec?: JsonObject; cluster?: true }>
> = {
  configmaps: { apiVersion: "v1", kind: "ConfigMap" },
  secrets: { apiVersion: "v1", kind: "Secret" },
  pods: { apiVersion: "v1", kind: "Pod", spec: POD },
  "deployments.apps": { apiVersion: "apps/v1", kind: "Deployment", spec: WORKLOAD },
  "leases.coordination.k8s.io": {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    spec: { holderIdentity: "a" },
  },
  nodes: { apiVersion: "v1", kind: "Node", cluster: true },
  "clusterroles.rbac.authorization.k8s.io": {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    cluster: true,
  },
};

const rule = (resources: string[], operations: string[], apiGroups = [""]) => ({
  rules: [{ apiGroups, apiVersions: ["*"], operations, resources }],
});
const IGNORE = { failurePolicy: "Ignore" };
const TEAM = { namespaceSelector: { matchLabels: { team: "shop" } } };

interface Planted {
  readonly name: string;
  readonly hooks: readonly JsonObject[];
  readonly mutating?: boolean;
}

const PLANTED: readonly Planted[] = [
  { name: "pods are not created", hooks: [rule(["pods"], ["CREATE"])] },
  { name: "nothing is written any more", hooks: [rule(["*"], ["*"], ["*"])] },
  { name: "one team is stopped", hooks: [{ ...rule(["*"], ["CREATE", "DELETE"]), ...TEAM }] },
  { name: "secrets are not changed", hooks: [{ ...rule(["secrets"], ["UPDATE"]), timeoutSeconds: 3 }] },
  {
    name: "all is slower",
    hooks: [{ ...rule(["*"], ["*"], ["*"]), ...IGNORE, timeoutSeconds: 4 }],
    mutating: true,
  },
  {
    name: "leases and nodes are not renewed",
    hooks: [rule(["leases", "nodes"], ["UPDATE"], ["", "coordination.k8s.io"])],
  },
  {
    name: "only what is in no namespace",
    hooks: [
      {
        rules: [
          { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"], scope: "Cluster" },
        ],
      },
    ],
  },
  {
    name: "three are slow one after the other",
    hooks: [1, 2, 3].map(() => ({
      ...rule(["configmaps"], ["CREATE", "UPDATE"]),
      ...IGNORE,
      timeoutSeconds: 7,
    })),
    mutating: true,
  },
  {
    name: "four take all the time that there is",
    hooks: [1, 2, 3, 4].map(() => ({ ...rule(["configmaps"], ["CREATE"]), ...IGNORE })),
    mutating: true,
  },
  {
    name: "three are slow side by side",
    hooks: [5, 6, 7].map((timeoutSeconds) => ({
      ...rule(["configmaps"], ["CREATE"]),
      ...IGNORE,
      timeoutSeconds,
    })),
  },
  {
    name: "one fails before another is slow",
    hooks: [
      { ...rule(["pods"], ["CREATE"]), timeoutSeconds: 2 },
      { ...rule(["pods"], ["CREATE"]), ...IGNORE },
    ],
    mutating: true,
  },
  {
    name: "one group is not deleted",
    hooks: [
      {
        rules: [
          {
            apiGroups: ["coordination.k8s.io"],
            apiVersions: ["v1"],
            operations: ["DELETE"],
            resources: ["*"],
          },
        ],
      },
    ],
  },
];

function configurationOf({ hooks, mutating = false }: Planted): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${mutating ? "Mutating" : "Validating"}WebhookConfiguration`,
    metadata: { name: "planted" },
    webhooks: hooks.map((hook, index) => ({
      name: `h${index}.example.com`,
      clientConfig: { service: { namespace: "guard", name: "guard" } },
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      ...hook,
    })),
  };
}

/** What happens to a request: nothing; or it fails, or is slow by so many seconds. */
type Effect = string;

const predicted = (row: OutageRow | undefined, hangs: boolean): Effect => {
  if (row === undefined) return "nothing";
  const fails = row.outcome === "fails" || (row.outcome === "fails-slowly" && hangs);
  return `${fails ? "fails" : "is answered"} after ${hangs ? row.seconds : 0} s`;
};

async function real(
  cluster: TestCluster,
  plural: string,
  operation: string,
  namespace: string,
): Promise<Effect> {
  const { cluster: isCluster, spec, apiVersion, kind } = OBJECTS[plural] ?? { apiVersion: "", kind: "" };
  const place = isCluster === true ? {} : { namespace };
  const object = {
    apiVersion,
    kind,
    metadata: { name: operation === "CREATE" ? "new" : "old", ...place },
    ...(spec && { spec }),
  };
  const before = cluster.clock.now();
  const dry = { dryRun: true };
  const result =
    operation === "CREATE"
      ? await cluster.create(object, dry)
      : operation === "UPDATE"
        ? await cluster.patch(
            { ...object, name: "old" } as never,
            { metadata: { annotations: { a: "b" } } } as never,
            dry as never,
          )
        : await cluster.delete({ apiVersion, kind, name: "old", ...place } as never, dry as never);
  const seconds = Math.round((cluster.clock.now() - before) / 1000);
  if (result.webhooksCalled.length === 0)
    return result.allowed ? "nothing" : `was refused: ${result.message}`;
  return `${result.allowed ? "is answered" : "fails"} after ${seconds} s`;
}

describe.each(PLANTED)("planted: $name", (planted) => {
  test("what --down says is so", { timeout: 240_000 }, async () => {
    const configuration = configurationOf(planted);
    const manifests = [...NAMESPACES, configuration];
    const model = new Model(
      manifests.map((object) => ({ object, line: pointerOf })),
      { now: 0 },
    );
    const { rows } = await outageOf(model, namedWebhooks(model, ["planted"]));
    const cluster = await createCluster({ manifests: [...NAMESPACES, ...stored()] as never });
    await cluster.load(configuration as never);
    for (const hangs of [false, true]) {
      planted.hooks.forEach((_, index) => {
        cluster.fault(`h${index}.example.com`, hangs ? faults.hang() : faults.refused());
      });
      for (const [plural, { cluster: isCluster }] of Object.entries(OBJECTS))
        for (const operation of ["CREATE", "UPDATE", "DELETE"])
          for (const namespace of isCluster === true ? [""] : ["shop", "guard"]) {
            const row = rows.find(
              (one) =>
                one.resource === plural &&
                one.operation === operation &&
                (namespace === "" ? one.namespaces.length === 0 : one.namespaces.includes(namespace)),
            );
            const what = `${operation} ${plural} ${namespace}: `;
            expect(what + (await real(cluster, plural, operation, namespace))).toBe(
              what + predicted(row, hangs),
            );
          }
    }
    await cluster.close();
  });
});

/** What updates and deletions are about. */
function stored(): JsonObject[] {
  return Object.values(OBJECTS).flatMap(({ apiVersion, kind, spec, cluster }) =>
    (cluster === true ? [undefined] : ["shop", "guard"]).map((namespace) => ({
      apiVersion,
      kind,
      metadata: { name: "old", ...(namespace !== undefined && { namespace }) },
      ...(spec && { spec }),
    })),
  );
}

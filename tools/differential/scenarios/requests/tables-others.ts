import type { Json } from "../../../../src/json/value.ts";
import { LONG_AGO, type Members, RBAC, Scenario } from "../scenario.ts";
import { type Shown, show, TABLE } from "./tables.ts";

const CORE = "/api/v1/namespaces/{{ns}}";
const NETWORKING = "/apis/networking.k8s.io/v1";
const STORAGE = "/apis/storage.k8s.io/v1";
const at = (path: string, ...all: (Members & { readonly status?: Json })[]): Shown[] =>
  all.map(({ status, ...body }) => ({
    path,
    body,
    ...(status === undefined ? {} : { status: status as object }),
  }));
const ofSpec = (path: string, ...all: Members[]): Shown[] => at(path, ...all.map((spec) => ({ spec })));
const long = "a-very-long-name-of-a-host.example.com";
const balanced = (...ingress: Json[]): Json => ({ loadBalancer: { ingress } });
const numbers = (count: number, from = 1): number[] => Array.from({ length: count }, (_, n) => n + from);

/** Tables of services, endpoints, ingresses and other network objects. */
export const networkTables = (): Scenario =>
  show("tables-networks", [
    ...at(
      `${CORE}/services`,
      { spec: { ports: [{ port: 80 }] } },
      { spec: { ports: [{ port: 80 }], externalIPs: ["1.2.3.4", "1.2.3.5"], selector: { a: "b", c: "d" } } },
      {
        spec: {
          type: "NodePort",
          ports: [
            { name: "a", port: 80 },
            { name: "b", port: 81, protocol: "UDP" },
          ],
          externalIPs: ["1.2.3.4"],
        },
      },
      { spec: { type: "NodePort", ports: [{ port: 80 }] } },
      { spec: { type: "LoadBalancer", ports: [{ port: 80 }] } },
      {
        spec: { type: "LoadBalancer", ports: [{ port: 80 }], externalIPs: ["1.2.3.4"] },
        status: balanced({ ip: "5.6.7.8" }, { hostname: long }),
      },
      {
        spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
        status: balanced({ hostname: long }, { ip: "9.9.9.9" }, { ip: "9.9.9.9" }),
      },
      { spec: { type: "ExternalName", externalName: "x.example.com" } },
      {
        spec: {
          type: "ExternalName",
          externalName: "x.example.com",
          externalIPs: ["1.2.3.4"],
          ports: [{ port: 80 }],
        },
      },
      { spec: { clusterIP: "None" } },
    ),
    ...ofSpec(
      `${NETWORKING}/namespaces/{{ns}}/ingresses`,
      { ingressClassName: "c-{{id}}", defaultBackend: { service: { name: "s", port: { number: 80 } } } },
      { defaultBackend: { resource: { kind: "K", name: "n", apiGroup: "g" } }, tls: [{ hosts: ["a.com"] }] },
      { rules: numbers(3).map((n) => ({ host: `h${n}.com` })), tls: [{}] },
      { rules: [{ host: "" }, ...numbers(4).map((n) => ({ host: `h${n}.com` }))] },
      { rules: [{}] },
    ),
    ...at(`${NETWORKING}/namespaces/{{ns}}/ingresses`, {
      spec: { rules: [{ host: "a.com" }] },
      status: balanced({ ip: "1.2.3.4" }, { hostname: long }),
    }),
    ...at(
      `${NETWORKING}/ingressclasses`,
      { spec: { controller: "a.com/b" } },
      { spec: { controller: "a.com/b", parameters: { kind: "K", name: "n", scope: "Cluster" } } },
      {
        spec: {
          controller: "a.com/b",
          parameters: { apiGroup: "g.com", kind: "Kind", name: "n", namespace: "x", scope: "Namespace" },
        },
      },
    ),
    ...ofSpec(
      `${NETWORKING}/namespaces/{{ns}}/networkpolicies`,
      { podSelector: {} },
      {
        podSelector: {
          matchLabels: { a: "b" },
          matchExpressions: [{ key: "c", operator: "NotIn", values: ["d", "e"] }],
        },
      },
    ),
    ...at(
      `${CORE}/endpoints`,
      { subsets: [] },
      { subsets: [{ addresses: [{ ip: "1.2.3.4" }] }] },
      { subsets: [{ addresses: numbers(5).map((n) => ({ ip: `1.2.3.${n}` })), ports: [{ port: 80 }] }] },
      {
        subsets: [
          {
            addresses: [{ ip: "1.2.3.4" }],
            ports: [
              { name: "a", port: 80 },
              { name: "b", port: 81 },
            ],
          },
          { addresses: [{ ip: "::1:2" }], ports: [{ port: 9 }] },
          { notReadyAddresses: [{ ip: "1.2.3.9" }], ports: [{ port: 9 }] },
        ],
      },
    ),
    ...at(
      "/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices",
      { addressType: "IPv4", endpoints: [], ports: [] },
      {
        addressType: "IPv4",
        endpoints: numbers(5).map((n) => ({ addresses: [`1.2.3.${n}`] })),
        ports: numbers(5).map((n) => ({ name: `p${n}`, port: n })),
      },
      {
        addressType: "IPv4",
        endpoints: [{ addresses: numbers(3).map((n) => `1.2.3.${n}`) }, { addresses: ["1.2.3.9"] }],
        ports: [{ name: "named" }, { name: "", port: 5 }],
      },
      { addressType: "FQDN", endpoints: [{ addresses: ["a.com"] }], ports: [{}] },
    ),
  ]);

const event = (more: Members): Members => ({
  metadata: { namespace: "{{ns}}" },
  involvedObject: { kind: "Pod", namespace: "{{ns}}", name: "p" },
  reason: "R",
  type: "Normal",
  message: " m \n",
  ...more,
});

/** Volumes, classes, events, accounts and the other kinds of the core group. */
export const coreTables = (): Scenario =>
  show("tables-core", [
    ...at(
      "/api/v1/persistentvolumes",
      {
        spec: {
          capacity: { storage: "1Gi" },
          accessModes: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"],
          hostPath: { path: "/x" },
          storageClassName: "c",
          volumeAttributesClassName: "v",
          volumeMode: "Block",
        },
        status: { phase: "Failed", reason: "Broken" },
      },
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
        spec: {
          capacity: { storage: "1500" },
          accessModes: ["ReadWriteOnce"],
          hostPath: { path: "/x" },
          claimRef: { namespace: "n", name: "c" },
        },
      },
    ),
    ...at(
      `${CORE}/persistentvolumeclaims`,
      { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
      {
        spec: {
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
          volumeName: "v",
          storageClassName: "c",
          volumeAttributesClassName: "a",
        },
        status: { phase: "Bound", capacity: { storage: "2Gi" }, accessModes: ["ReadWriteMany"] },
      },
      {
        metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
        spec: {
          accessModes: ["ReadWriteOnce"],
          resources: { requests: { storage: "1Gi" } },
          storageClassName: "",
          volumeMode: "Block",
        },
        status: { phase: "Lost" },
      },
    ),
    ...at(
      `${CORE}/events`,
      event({}),
      event({
        firstTimestamp: LONG_AGO,
        lastTimestamp: "2011-02-03T04:05:06Z",
        count: 5,
        source: { component: "c", host: "h" },
      }),
      event({
        eventTime: "2001-02-03T04:05:06.000000Z",
        reportingComponent: "r.com/x",
        reportingInstance: "i",
        action: "a",
      }),
      event({
        eventTime: "2001-02-03T04:05:06.000000Z",
        reportingComponent: "r.com/x",
        reportingInstance: "i",
        action: "a",
        series: { count: 7, lastObservedTime: "2011-02-03T04:05:06.000000Z" },
      }),
      event({
        involvedObject: { kind: "Pod", namespace: "{{ns}}", fieldPath: "spec.containers{c}" },
        source: { component: "c" },
      }),
      event({ involvedObject: { namespace: "{{ns}}" }, source: { host: "h" } }),
      event({
        series: { count: 2, lastObservedTime: "2011-02-03T04:05:06.000000Z" },
        firstTimestamp: LONG_AGO,
      }),
    ),
    ...at(`${CORE}/secrets`, { stringData: { a: "b" } }, { type: "example.com/x" }, { immutable: true }),
    ...at(`${CORE}/configmaps`, { data: { a: "b" }, binaryData: { c: "eA==" } }, { immutable: true }),
    ...at(`${CORE}/serviceaccounts`, { secrets: [{ name: "a" }, { name: "b" }] }, {}),
    ...at(`${CORE}/limitranges`, { spec: { limits: [{ type: "Pod", max: { cpu: "1" } }] } }),
    ...at(
      `${CORE}/resourcequotas`,
      {
        spec: { hard: { "requests.cpu": "1", "limits.cpu": "2", pods: "3", "count/secrets": "1k" } },
        status: {
          hard: { "requests.cpu": "1", pods: "3", "limits.memory": "1Gi" },
          used: { "requests.cpu": "500m" },
        },
      },
      { spec: { hard: { cpu: "1", memory: "1Gi", "limits.memory": "1.5Gi" } } },
      { spec: {} },
    ),
    ...at(
      `${STORAGE}/storageclasses`,
      { provisioner: "a.com/p" },
      {
        provisioner: "a.com/p",
        reclaimPolicy: "Retain",
        volumeBindingMode: "WaitForFirstConsumer",
        allowVolumeExpansion: true,
      },
    ),
    ...at(
      `${STORAGE}/csidrivers`,
      { spec: {} },
      {
        spec: {
          volumeLifecycleModes: ["Ephemeral", "Persistent"],
          tokenRequests: [{ audience: "" }, { audience: "a" }],
          requiresRepublish: true,
          storageCapacity: true,
          podInfoOnMount: true,
          attachRequired: false,
        },
      },
      { spec: { tokenRequests: [] } },
    ),
    ...at(
      `${STORAGE}/csinodes`,
      { spec: { drivers: [] } },
      {
        spec: {
          drivers: [
            { name: "a.com", nodeID: "n" },
            { name: "b.com", nodeID: "n" },
          ],
        },
      },
    ),
    ...at(
      `${STORAGE}/namespaces/{{ns}}/csistoragecapacities`,
      { storageClassName: "s" },
      { storageClassName: "s", capacity: "1536Mi" },
    ),
    ...at(`${STORAGE}/volumeattachments`, {
      spec: { attacher: "a.com", nodeName: "n", source: { persistentVolumeName: "p" } },
    }),
    ...at(`${STORAGE}/volumeattributesclasses`, { driverName: "a.com", parameters: { a: "b" } }),
  ]);

const SUBJECTS = [
  { kind: "User", name: "u" },
  { kind: "User", name: "v" },
  { kind: "Group", name: "g" },
  { kind: "ServiceAccount", name: "s", namespace: "n" },
  { kind: "ServiceAccount", name: "t", namespace: "m" },
];
const REGISTRATION = "/apis/admissionregistration.k8s.io/v1";
const RULES = {
  resourceRules: [{ operations: ["CREATE"], apiGroups: ["none.com"], apiVersions: ["v1"], resources: ["x"] }],
};
const PARAMS: readonly Json[] = [
  null,
  { name: "p", parameterNotFoundAction: "Deny" },
  { name: "p", namespace: "n", parameterNotFoundAction: "Deny" },
  {
    selector: { matchLabels: { a: "b" }, matchExpressions: [{ key: "c", operator: "Exists" }] },
    parameterNotFoundAction: "Deny",
  },
  { selector: {}, parameterNotFoundAction: "Deny" },
];
const device = (more: Members = {}): Json => ({
  spec: { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } },
  ...more,
});
const allocated = {
  allocation: { devices: { results: [{ request: "r", driver: "d.com", pool: "p", device: "v" }] } },
};

/** Rights, admission, devices and the rest. */
export const otherTables = (): Scenario =>
  show("tables-others", [
    ...at(
      `${RBAC}/clusterrolebindings`,
      { roleRef: { kind: "ClusterRole", name: "none-{{id}}" }, subjects: SUBJECTS },
      { roleRef: { kind: "ClusterRole", name: "none-{{id}}" } },
    ),
    ...at(
      `${RBAC}/namespaces/{{ns}}/rolebindings`,
      { roleRef: { kind: "ClusterRole", name: "none" }, subjects: SUBJECTS },
      { roleRef: { kind: "Role", name: "r" } },
    ),
    ...at(`${RBAC}/namespaces/{{ns}}/roles`, { rules: [] }),
    ...at(`${RBAC}/clusterroles`, { rules: [] }),
    ...at(`${REGISTRATION}/validatingwebhookconfigurations`, { webhooks: [] }),
    ...at(`${REGISTRATION}/mutatingwebhookconfigurations`, { webhooks: [] }),
    ...ofSpec(
      `${REGISTRATION}/validatingadmissionpolicies`,
      { matchConstraints: RULES, validations: [{ expression: "true" }, { expression: "true" }] },
      {
        matchConstraints: RULES,
        validations: [{ expression: "true" }],
        paramKind: { apiVersion: "a.com/v1", kind: "K" },
      },
    ),
    ...ofSpec(
      `${REGISTRATION}/validatingadmissionpolicybindings`,
      ...PARAMS.map((paramRef) => ({ policyName: "none-{{id}}", validationActions: ["Warn"], paramRef })),
    ),
    ...ofSpec(
      `${REGISTRATION}/mutatingadmissionpolicies`,
      ...[null, { apiVersion: "a.com/v1", kind: "K" }].map((paramKind) => ({
        matchConstraints: RULES,
        reinvocationPolicy: "Never",
        paramKind,
        mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression: "Object{}" } }],
      })),
    ),
    ...ofSpec(
      `${REGISTRATION}/mutatingadmissionpolicybindings`,
      ...PARAMS.map((paramRef) => ({ policyName: "none-{{id}}", paramRef })),
    ),
    ...at(
      "/apis/scheduling.k8s.io/v1/priorityclasses",
      { value: 5 },
      { value: -5, preemptionPolicy: "Never" },
    ),
    ...at("/apis/node.k8s.io/v1/runtimeclasses", { handler: "h" }),
    ...at(
      "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases",
      { spec: {} },
      { spec: { holderIdentity: "h" } },
    ),
    ...at(
      "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
      {
        spec: {
          type: "Limited",
          limited: {
            nominalConcurrencyShares: 1,
            limitResponse: { type: "Queue", queuing: { queues: 8, handSize: 2, queueLengthLimit: 5 } },
          },
        },
      },
      {
        spec: {
          type: "Limited",
          limited: { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } },
        },
      },
      { spec: { type: "Exempt", exempt: {} } },
    ),
    ...at("/apis/resource.k8s.io/v1/deviceclasses", { spec: {} }),
    ...at("/apis/resource.k8s.io/v1/namespaces/{{ns}}/resourceclaimtemplates", { spec: device() }),
    ...at(
      "/apis/resource.k8s.io/v1/namespaces/{{ns}}/resourceclaims",
      device() as Members,
      { ...(device() as Members), status: allocated },
      {
        ...(device() as Members),
        status: { ...allocated, reservedFor: [{ resource: "pods", name: "p", uid: "u" }] },
      },
    ),
    ...ofSpec(
      "/apis/resource.k8s.io/v1/resourceslices",
      ...[{ nodeName: "n" }, { allNodes: true }].map((where) => ({
        driver: "d.com",
        pool: { name: "p", resourceSliceCount: 1 },
        devices: [],
        ...where,
      })),
    ),
  ]);

/** Tables of subresources, of errors, and of objects that every server has. */
export function subresourceTables(): Scenario {
  const s = new Scenario("tables-subresources");
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  const workloads = ["deployments", "replicasets", "statefulsets", "daemonsets"].map(
    (resource) => `/apis/apps/v1/namespaces/{{ns}}/${resource}`,
  );
  for (const path of workloads)
    s.post(
      path,
      { metadata: { name: "w" }, spec: { selector: { matchLabels: { a: "b" } }, template } },
      [],
      TABLE,
    );
  s.post(
    `${CORE}/replicationcontrollers`,
    { metadata: { name: "w" }, spec: { selector: { a: "b" }, template } },
    [],
    TABLE,
  );
  for (const path of [...workloads, `${CORE}/replicationcontrollers`]) {
    for (const subresource of ["scale", "status"]) {
      s.get(`${path}/w/${subresource}`, [], TABLE);
      s.get(`${path}/none/${subresource}`, [], TABLE);
      s.send(
        "PUT",
        `${path}/w/scale`,
        { metadata: { name: "w" }, spec: { replicas: 3 } },
        { query: [["dryRun", "All"]], ...TABLE },
      );
    }
  }
  s.post(`${CORE}/pods`, { metadata: { name: "p" }, spec: template.spec }, [], TABLE);
  s.post(`${CORE}/pods/p/eviction`, { metadata: { name: "p" } }, [["dryRun", "All"]], TABLE);
  s.post(`${CORE}/pods/p/binding`, { target: { kind: "Node", name: "n" } }, [], TABLE);
  for (const subresource of ["status", "ephemeralcontainers", "resize", "log"])
    s.get(`${CORE}/pods/p/${subresource}`, [], TABLE);
  s.post(`${CORE}/serviceaccounts`, { metadata: { name: "a" } });
  s.post(`${CORE}/serviceaccounts/a/token`, { spec: {} }, [], TABLE);
  s.delete(`${CORE}/pods/p`, { gracePeriodSeconds: 0 }, [], TABLE);
  s.delete(`${CORE}/pods`, undefined, [], TABLE);
  s.delete(`${CORE}/serviceaccounts/none`, undefined, [], TABLE);
  s.post(`${CORE}/configmaps`, { metadata: { name: "A b" } }, [], TABLE);
  for (const path of ["/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas/exempt"])
    s.get(path, [["includeObject", "None"]], TABLE);
  for (const name of ["namespaces", "nodes", "componentstatuses"])
    s.get(
      `/api/v1/${name}`,
      [
        ["includeObject", "None"],
        ["fieldSelector", "metadata.name=default"],
      ],
      TABLE,
    );
  s.get(
    "/apis/apiregistration.k8s.io/v1/apiservices",
    [
      ["includeObject", "None"],
      ["fieldSelector", "metadata.name=v1.apps"],
    ],
    TABLE,
  );
  s.get(
    "/apis/apiregistration.k8s.io/v1/apiservices",
    [
      ["includeObject", "None"],
      ["limit", "2"],
    ],
    TABLE,
  );
  return s;
}

import type { Json } from "../../../../src/json/value.ts";
import { NS, Scenario } from "../scenario.ts";

const pod = (name: string, spec: Record<string, Json> = {}): Json => ({
  metadata: { name, labels: { app: name } },
  spec: { containers: [{ name: "main", image: "nginx:1" }], ...spec },
});

/** The sorts of patches on a pod and a Service: directives, tests, conflicts, immutable fields. */
export function pods(): Scenario {
  const s = new Scenario("patch-pods");
  const p = `${NS}/pods/p`;
  s.post(
    `${NS}/pods`,
    pod("p", { tolerations: [{ key: "a", operator: "Exists" }], volumes: [{ name: "v", emptyDir: {} }] }),
  );
  s.patch("strategic", p, { metadata: { labels: { x: "1" }, annotations: { "a/b": "c" } } });
  s.patch("strategic", p, { spec: { containers: [{ name: "main", image: "nginx:2" }] } });
  s.patch("strategic", p, { spec: { $setElementOrder: [{ name: "main" }] } } as Json);
  s.patch("strategic", p, {
    spec: {
      "$setElementOrder/containers": [{ name: "main" }],
      containers: [{ name: "main", image: "nginx:3" }],
    },
  });
  s.patch("strategic", p, {
    spec: {
      tolerations: [
        { key: "a", operator: "Exists" },
        { key: "b", operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 },
      ],
    },
  });
  s.patch("strategic", p, { metadata: { labels: { $patch: "replace", y: "2" } } });
  s.patch("strategic", p, { metadata: { labels: { $patch: "unknown", y: "2" } } });
  s.patch("strategic", p, { metadata: { "$deleteFromPrimitiveList/finalizers": ["x"] } });
  s.patch("strategic", p, { metadata: { finalizers: ["example.com/a", "example.com/b"] } });
  s.patch("strategic", p, { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } });
  s.patch("strategic", p, {
    metadata: {
      "$setElementOrder/finalizers": ["example.com/c", "example.com/b"],
      finalizers: ["example.com/c"],
    },
  });
  s.patch("merge", p, { metadata: { finalizers: null } });
  s.patch("merge", p, { spec: { activeDeadlineSeconds: 30 } });
  s.patch("merge", p, { spec: { activeDeadlineSeconds: 10 } });
  s.patch("merge", p, { metadata: { name: "q" } });
  s.patch("merge", p, {
    metadata: { generation: 7, creationTimestamp: "2020-01-01T00:00:00Z", selfLink: "/x" },
  });
  s.patch("merge", p, { status: { phase: "Running" } });
  s.patch("merge", `${p}/status`, {
    status: {
      phase: "Running",
      podIP: "10.1.2.3",
      podIPs: [{ ip: "10.1.2.3" }],
      conditions: [{ type: "Ready", status: "True" }],
    },
  });
  s.patch("strategic", `${p}/status`, {
    status: { conditions: [{ type: "Custom", status: "False", reason: "x" }] },
  });
  s.patch("strategic", `${p}/status`, { status: { conditions: [{ type: "Custom", status: "Maybe" }] } });
  s.patch("json", `${p}/status`, [
    { op: "add", path: "/status/conditions/-", value: { type: "Other", status: "True" } },
  ]);
  s.patch("json", p, [
    { op: "test", path: "/metadata/name", value: "p" },
    { op: "add", path: "/metadata/labels/a~1b", value: "c" },
  ]);
  s.patch("json", p, [{ op: "replace", path: "/metadata/annotations/none", value: "x" }]);
  s.patch("json", p, [{ op: "move", from: "/metadata/labels/y", path: "/metadata/labels/z" }]);
  s.patch("json", p, [{ op: "copy", from: "/metadata/labels/z", path: "/metadata/annotations/z" }]);
  s.patch("json", p, [{ op: "add", path: "/metadata/labels/n" }]);
  s.patch("json", p, { op: "add", path: "/metadata/labels/n", value: "x" });
  s.patch("json", p, []);
  s.patch("json", p, [null]);
  s.patch("json", p, [{ op: "add", path: "/spec/containers/5", value: { name: "z", image: "z" } }]);
  s.patch("json", p, [{ op: "add", path: "/spec/containers/-1", value: { name: "z", image: "z" } }]);
  s.patch("json", p, [{ op: "replace", path: "", value: {} }]);
  s.patch("merge", p, []);
  s.patch("merge", p, "text");
  s.patch("merge", p, null);
  s.send("PATCH", p, undefined, { text: "{", headers: { "content-type": "application/merge-patch+json" } });
  s.send("PATCH", p, {}, { headers: { "content-type": null } });
  s.send("PATCH", p, {}, { headers: { "content-type": "application/merge-patch+json; charset=utf-8" } });
  s.patch("merge", `${p}/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "debug", image: "busybox" }] },
  });
  s.patch("strategic", `${p}/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "debug2", image: "busybox", targetContainerName: "main" }] },
  });
  s.patch("strategic", `${p}/ephemeralcontainers`, {
    spec: { ephemeralContainers: [{ name: "debug", image: "other" }] },
  });
  s.patch("merge", `${p}/binding`, {});
  return s;
}

/** One patch of each sort for many built-in kinds. */
export function kinds(): Scenario {
  const s = new Scenario("patch-kinds");
  const made: [string, Record<string, Json>, Record<string, Json>][] = [
    [
      `${NS}/services`,
      { spec: { ports: [{ port: 80, name: "a" }], selector: { a: "b" } } },
      { spec: { ports: [{ port: 81, name: "b" }] } },
    ],
    [
      `${NS}/endpoints`,
      { subsets: [{ addresses: [{ ip: "1.2.3.4" }], ports: [{ port: 80 }] }] },
      { subsets: [{ addresses: [{ ip: "1.2.3.5" }] }] },
    ],
    [
      `${NS}/persistentvolumeclaims`,
      { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
      { spec: { resources: { requests: { storage: "2Gi" } } } },
    ],
    [
      `${NS}/limitranges`,
      { spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } },
      { spec: { limits: [{ type: "Container", max: { cpu: "1" } }] } },
    ],
    [
      `${NS}/resourcequotas`,
      { spec: { hard: { pods: "5", "requests.cpu": "1" } } },
      { spec: { hard: { pods: 7 } } },
    ],
    [
      `${NS}/secrets`,
      { stringData: { a: "b" }, type: "Opaque" },
      { stringData: { c: "d" }, data: { e: "Zg==" } },
    ],
    [
      `${NS}/replicationcontrollers`,
      {
        spec: {
          selector: { a: "b" },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
      { spec: { replicas: 2, template: { spec: { containers: [{ name: "d", image: "j" }] } } } },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/statefulsets",
      {
        spec: {
          serviceName: "s",
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
      { spec: { replicas: 2, serviceName: "other" } },
    ],
    [
      "/apis/apps/v1/namespaces/{{ns}}/daemonsets",
      {
        spec: {
          selector: { matchLabels: { a: "b" } },
          template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
      { spec: { updateStrategy: { type: "OnDelete", rollingUpdate: null } } },
    ],
    [
      "/apis/batch/v1/namespaces/{{ns}}/jobs",
      { spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } } },
      { spec: { parallelism: 3, suspend: true } },
    ],
    [
      "/apis/batch/v1/namespaces/{{ns}}/cronjobs",
      {
        spec: {
          schedule: "* * * * *",
          jobTemplate: {
            spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
          },
        },
      },
      { spec: { suspend: true, timeZone: "Europe/Berlin" } },
    ],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/ingresses",
      {
        spec: {
          rules: [
            {
              host: "a.example.com",
              http: {
                paths: [
                  {
                    path: "/",
                    pathType: "Prefix",
                    backend: { service: { name: "s", port: { number: 80 } } },
                  },
                ],
              },
            },
          ],
        },
      },
      { spec: { tls: [{ hosts: ["a.example.com"], secretName: "t" }] } },
    ],
    [
      "/apis/networking.k8s.io/v1/namespaces/{{ns}}/networkpolicies",
      { spec: { podSelector: {}, ingress: [{}] } },
      { spec: { policyTypes: ["Egress"], egress: [{ ports: [{ port: 53, protocol: "UDP" }] }] } },
    ],
    [
      "/apis/policy/v1/namespaces/{{ns}}/poddisruptionbudgets",
      { spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } } },
      { spec: { minAvailable: null, maxUnavailable: "50%" } },
    ],
    [
      "/apis/autoscaling/v2/namespaces/{{ns}}/horizontalpodautoscalers",
      { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } } },
      {
        spec: {
          metrics: [
            {
              type: "Resource",
              resource: { name: "memory", target: { type: "Utilization", averageUtilization: 50 } },
            },
          ],
        },
      },
    ],
    [
      "/apis/autoscaling/v1/namespaces/{{ns}}/horizontalpodautoscalers",
      { spec: { maxReplicas: 3, scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" } } },
      { spec: { targetCPUUtilizationPercentage: 70 } },
    ],
    [
      "/apis/coordination.k8s.io/v1/namespaces/{{ns}}/leases",
      { spec: { holderIdentity: "a", leaseDurationSeconds: 10 } },
      { spec: { renewTime: "2024-01-01T00:00:00.000000Z", leaseTransitions: 2 } },
    ],
    [
      "/apis/discovery.k8s.io/v1/namespaces/{{ns}}/endpointslices",
      { addressType: "IPv4", endpoints: [{ addresses: ["1.2.3.4"] }], ports: [{ name: "a", port: 80 }] },
      { endpoints: [{ addresses: ["1.2.3.5"], conditions: { ready: false } }] },
    ],
    [
      "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/roles",
      { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
      { rules: [{ apiGroups: ["apps"], resources: ["*"], verbs: ["*"] }] },
    ],
    [
      "/apis/rbac.authorization.k8s.io/v1/namespaces/{{ns}}/rolebindings",
      {
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "x" },
        subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
      },
      {
        subjects: [
          { kind: "Group", name: "g" },
          { kind: "ServiceAccount", name: "sa", namespace: "{{ns}}" },
        ],
      },
    ],
    [
      "/apis/events.k8s.io/v1/namespaces/{{ns}}/events",
      {
        eventTime: "2024-01-01T00:00:00.000000Z",
        reportingController: "c",
        reportingInstance: "i",
        action: "a",
        reason: "r",
        type: "Normal",
        regarding: { kind: "Pod", namespace: "{{ns}}", name: "p" },
      },
      { series: { count: 2, lastObservedTime: "2024-01-01T00:01:00.000000Z" } },
    ],
    [
      `${NS}/events`,
      {
        involvedObject: { kind: "Pod", namespace: "{{ns}}", name: "p" },
        reason: "r",
        type: "Warning",
        message: "m",
      },
      { count: 3 },
    ],
    [
      `${NS}/podtemplates`,
      { template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } } },
      { template: { spec: { containers: [{ name: "d", image: "j" }] } } },
    ],
    [
      "/apis/storage.k8s.io/v1/storageclasses",
      { provisioner: "p.example.com" },
      { allowVolumeExpansion: true },
    ],
    ["/apis/scheduling.k8s.io/v1/priorityclasses", { value: 100 }, { description: "d", value: 100 }],
    ["/apis/node.k8s.io/v1/runtimeclasses", { handler: "h" }, { overhead: { podFixed: { cpu: "1" } } }],
    [
      "/api/v1/persistentvolumes",
      { spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } } },
      { spec: { capacity: { storage: "2Gi" }, persistentVolumeReclaimPolicy: "Delete" } },
    ],
    [
      "/api/v1/nodes",
      { spec: { podCIDR: "10.9.0.0/24" } },
      { spec: { unschedulable: true, taints: [{ key: "k", effect: "NoSchedule" }] } },
    ],
    [
      "/apis/networking.k8s.io/v1/ingressclasses",
      { spec: { controller: "example.com/c" } },
      { spec: { parameters: { apiGroup: "k8s.example.com", kind: "P", name: "n" } } },
    ],
    [
      "/apis/storage.k8s.io/v1/csidrivers",
      { spec: {} },
      { spec: { storageCapacity: true, fsGroupPolicy: "File" } },
    ],
    [
      "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
      {
        spec: {
          type: "Limited",
          limited: { nominalConcurrencyShares: 1, limitResponse: { type: "Reject" } },
        },
      },
      { spec: { limited: { limitResponse: { type: "Queue", queuing: { queues: 8, handSize: 4 } } } } },
    ],
  ];
  for (const [at, [path, body, change]] of made.entries()) {
    const name = `{{id}}-${at}`;
    const object = { metadata: { name }, ...body };
    s.post(path, object, [["fieldManager", "creator"]]);
    s.patch("strategic", `${path}/${name}`, change, [["fieldManager", "strategic"]]);
    s.patch("merge", `${path}/${name}`, change, [["fieldManager", "merger"]]);
    s.patch("json", `${path}/${name}`, [{ op: "add", path: "/metadata/annotations", value: { a: "<b>&" } }]);
    s.get(`${path}/${name}`, [], { headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } });
    s.delete(`${path}/${name}`, { propagationPolicy: "Background" });
  }
  return s;
}

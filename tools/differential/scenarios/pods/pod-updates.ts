import { Scenario } from "../scenario.ts";
import { PODS, podOf } from "./pod-tables.ts";

type Change = readonly [from: object, to: object, metadata?: object];
const c = (more: object): object => ({ containers: [{ name: "c", image: "i", ...more }] });
const term = (...matchExpressions: object[]): object => ({ matchExpressions });
const exists = (key: string): object => ({ key, operator: "Exists" });
const required = (...nodeSelectorTerms: object[]): object => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const preferred = (weight: number): object => ({
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight, preference: term(exists("a")) }],
    },
  },
});
const gated = (more: object = {}): object => ({ schedulingGates: [{ name: "g" }], ...more });
const near = {
  podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "k", labelSelector: {} }] },
};
const toleration = (more: object): object => ({ tolerations: [{ key: "a", operator: "Exists", ...more }] });

/** Specs before and after a change. */
const CHANGES: readonly Change[] = [
  [{}, c({ image: "" })],
  [{}, c({ image: " x " })],
  [{}, c({ image: "j", name: "d" })],
  [{}, { containers: [] }],
  [
    {},
    {
      containers: [
        { name: "c", image: "i" },
        { name: "d", image: "i" },
      ],
    },
  ],
  [{}, { initContainers: [{ name: "d", image: "i" }] }],
  [{ initContainers: [{ name: "d", image: "i" }] }, { initContainers: [{ name: "d", image: " j" }] }],
  [{ initContainers: [{ name: "d", image: "i" }] }, { initContainers: [{ name: "d", image: "j" }] }],
  [{}, c({ command: ["a"] })],
  [{}, c({ resources: { requests: { cpu: "1" } } })],
  [c({ resources: { requests: { cpu: "1" } } }), c({ resources: { requests: { cpu: "1000m" } } })],
  [{}, { activeDeadlineSeconds: 5 }],
  [{}, { activeDeadlineSeconds: -1 }],
  [{}, { activeDeadlineSeconds: 2147483648 }],
  [{ activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 6 }],
  [{ activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 4 }],
  [{ activeDeadlineSeconds: 5 }, {}],
  [{ activeDeadlineSeconds: 5 }, { activeDeadlineSeconds: 0 }],
  [{}, { terminationGracePeriodSeconds: 1 }],
  [{ terminationGracePeriodSeconds: -5 }, { terminationGracePeriodSeconds: 1 }],
  [{ terminationGracePeriodSeconds: -5 }, { terminationGracePeriodSeconds: 2 }],
  [{ terminationGracePeriodSeconds: -5 }, { terminationGracePeriodSeconds: -5 }],
  [{}, toleration({})],
  [toleration({}), toleration({ effect: "NoSchedule" })],
  [
    toleration({ effect: "NoExecute", tolerationSeconds: 5 }),
    toleration({ effect: "NoExecute", tolerationSeconds: 9 }),
  ],
  [toleration({}), {}],
  [{}, toleration({ operator: "Lt", value: "1" })],
  [{}, { schedulingGates: [{ name: "g" }] }],
  [gated(), {}],
  [gated(), { schedulingGates: [{ name: "h" }] }],
  [gated(), { schedulingGates: [{ name: "g" }, { name: "h" }] }],
  [gated(), gated({ nodeSelector: { a: "b" } })],
  [gated({ nodeSelector: { a: "b" } }), gated({ nodeSelector: { a: "c" } })],
  [gated({ nodeSelector: { a: "b" } }), gated()],
  [gated({ nodeSelector: { a: "b" } }), { nodeSelector: { a: "b", c: "d" } }],
  [{ nodeSelector: { a: "b" } }, { nodeSelector: { a: "b", c: "d" } }],
  [gated(), gated(required(term(exists("a"))))],
  [gated(), gated(preferred(5))],
  [gated(preferred(5)), gated(preferred(6))],
  [gated(required(term(exists("a")))), gated()],
  [gated(required(term(exists("a")))), gated(required(term(exists("a"), exists("b"))))],
  [gated(required(term(exists("a")))), gated(required(term(exists("b"))))],
  [gated(required(term(exists("a")))), gated(required(term(exists("a")), term(exists("b"))))],
  [gated(required(term(exists("a"), exists("b")))), gated(required(term(exists("a"))))],
  [gated(required({})), gated(required(term(exists("a"))))],
  [
    gated(required({ matchFields: [{ key: "metadata.name", operator: "In", values: ["n"] }] })),
    gated(required({ matchFields: [{ key: "metadata.name", operator: "In", values: ["m"] }] })),
  ],
  [gated({ affinity: near }), gated({ affinity: { ...near, nodeAffinity: {} } })],
  [gated({ affinity: near }), gated()],
  [gated(), gated({ affinity: near })],
  [required(term(exists("beta.kubernetes.io/os"))), required(term(exists("kubernetes.io/os")))],
  [{ nodeSelector: { "beta.kubernetes.io/os": "linux" } }, { nodeSelector: { "kubernetes.io/os": "linux" } }],
  [{}, { nodeName: "n" }],
  [{}, { restartPolicy: "Never" }],
  [{}, { hostNetwork: true }],
  [{}, { serviceAccountName: "other" }],
  [{}, { serviceAccount: "other" }],
  [{}, { priority: 3 }],
  [{}, { priorityClassName: "system-node-critical" }],
  [{}, { ephemeralContainers: [{ name: "e", image: "i" }] }],
  [{}, { volumes: [{ name: "v", emptyDir: {} }] }],
  [{}, { dnsPolicy: "Default" }],
  [{}, { resources: { requests: { cpu: "1" } } }],
  [{}, { hostAliases: [] }],
  [{}, { securityContext: {} }],
  [{}, { securityContext: { runAsUser: 1 } }],
  [
    { securityContext: { sysctls: [{ name: "a.b", value: "c" }] } },
    { securityContext: { sysctls: [{ name: "a.b", value: "c" }] } },
  ],
  [{}, { enableServiceLinks: false }],
  [{}, {}, { labels: { "a b": "c" } }],
  [{}, {}, { annotations: { "kubernetes.io/config.mirror": "x" } }],
  [{}, {}, { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "runtime/default" } }],
  [
    {},
    {},
    {
      annotations: {
        "seccomp.security.alpha.kubernetes.io/pod": "odd",
        "container.seccomp.security.alpha.kubernetes.io/c": "odd",
      },
    },
  ],
  [{}, {}, { annotations: { "controller.kubernetes.io/pod-deletion-cost": "x" } }],
  [{}, {}, { annotations: { "scheduler.alpha.kubernetes.io/tolerations": "x" } }],
  [{}, {}, { finalizers: ["x", "a/b"] }],
  [{}, {}, { ownerReferences: [{ kind: "A", name: "b" }] }],
  [{}, {}, { generation: 9, creationTimestamp: "2020-01-01T00:00:00Z", uid: "other" }],
  [{}, {}, { resourceVersion: "1" }],
  [{}, {}, { name: "other" }],
  [{}, {}, { namespace: "other" }],
];

/** Each change by PUT, and by a merge patch of the new fields. */
export function podUpdates(): Scenario {
  const s = new Scenario("pod-updates-changes");
  for (const [index, [from, to, metadata]] of CHANGES.entries()) {
    const name = `p${index}`;
    s.post(PODS, podOf({ spec: from }, name));
    s.put(`${PODS}/${name}`, podOf({ spec: to, metadata: metadata ?? {} }, name));
    s.patch("merge", `${PODS}/${name}`, { metadata: metadata ?? {}, spec: to });
  }
  return s;
}

const KEPT: readonly object[] = [
  { annotations: { "kubernetes.io/config.mirror": "x" } },
  { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } },
  { annotations: { "controller.kubernetes.io/pod-deletion-cost": "1" } },
];

/**
 * Annotations that may not be removed or changed, and old values that a new pod could not have but that stay allowed.
 */
export function podUpdatesKept(): Scenario {
  const s = new Scenario("pod-updates-kept");
  for (const [index, metadata] of KEPT.entries()) {
    const name = `p${index}`;
    s.post(PODS, podOf({ metadata, spec: { nodeName: "n" } }, name));
    s.put(`${PODS}/${name}`, podOf({ spec: { nodeName: "n" } }, name));
    const annotations = Object.fromEntries(
      Object.keys(Object.values(metadata)[0] ?? {}).map((key) => [key, "runtime/default"]),
    );
    s.patch("merge", `${PODS}/${name}`, { metadata: { annotations } });
    s.patch("merge", `${PODS}/${name}`, { metadata: { labels: { a: "b" } } });
    s.patch("merge", `${PODS}/${name}/ephemeralcontainers`, {
      spec: { ephemeralContainers: [{ name: "e", image: "i" }] },
    });
    s.patch("merge", `${PODS}/${name}/resize`, { spec: { containers: [{ name: "c", image: "i" }] } });
  }
  return s;
}

/** Empty lists and maps, which a refusal shows as such where a client has sent them. */
export function emptied(): Scenario {
  const s = new Scenario("pod-updates-emptied");
  const pods = "/api/v1/namespaces/{{ns}}/pods";
  const container = { name: "main", image: "nginx" };
  s.post(pods, { metadata: { name: "a" }, spec: { containers: [container], volumes: [{ name: "data" }] } });
  s.post(pods, {
    metadata: { name: "b" },
    spec: { readinessGates: [], nodeSelector: {}, containers: [{ ...container, command: [], env: [] }] },
  });
  const changes = [
    { readinessGates: [], hostname: "h" },
    { readinessGates: [], hostname: "h", schedulingGates: [{}] },
    {
      resourceClaims: [],
      overhead: {},
      topologySpreadConstraints: [],
      schedulingGates: [],
      tolerations: [],
      priority: 5,
    },
    { nodeSelector: {}, initContainers: [], hostname: "h", dnsConfig: { nameservers: [], options: [] } },
    {
      hostname: "h",
      containers: [
        {
          ...container,
          command: [],
          envFrom: [],
          resources: { limits: {} },
          securityContext: { capabilities: { add: [] } },
        },
      ],
    },
    {
      hostname: "h",
      securityContext: { supplementalGroups: [], sysctls: [] },
      affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
    },
    { readinessGates: [] },
  ];
  for (const name of ["a", "b"])
    for (const spec of changes) {
      s.patch("merge", `${pods}/${name}`, { spec });
      s.patch("strategic", `${pods}/${name}`, { spec });
    }
  return s;
}

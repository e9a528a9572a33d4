import { Scenario } from "../scenario.ts";
import { containers, type PodRow, specs, tryPods, tryTemplates } from "./pod-tables.ts";

const PROFILES: readonly object[] = [
  {},
  { type: "" },
  { type: "Odd" },
  { type: "Unconfined" },
  { type: "RuntimeDefault", localhostProfile: "a" },
  { type: "Localhost" },
  { type: "Localhost", localhostProfile: "" },
  { type: "Localhost", localhostProfile: " a" },
  { type: "Localhost", localhostProfile: "/a" },
  { type: "Localhost", localhostProfile: "a/../b" },
  { type: "Localhost", localhostProfile: "a/b" },
  { type: "Localhost", localhostProfile: "a".repeat(4096) },
];
const IDS = [-1, 0, 2147483647, 2147483648];

/** Values that are allowed in both pods and containers. */
const SECURITY: readonly object[] = [
  ...PROFILES.flatMap((profile) => [{ seccompProfile: profile }, { appArmorProfile: profile }]),
  ...IDS.flatMap((id) => [{ runAsUser: id }, { runAsGroup: id }]),
  { seLinuxOptions: { level: "x", user: "u", role: "r", type: "t" } },
  { runAsNonRoot: true, runAsUser: 0 },
];

const windows = (windowsOptions: object): object => ({ windowsOptions });
const WINDOWS: readonly object[] = [
  { hostProcess: true },
  { gmsaCredentialSpecName: "" },
  { gmsaCredentialSpec: "" },
  { gmsaCredentialSpec: "x".repeat(64 * 1024 + 1) },
  ...["", "a\\b\\c", "a\tb", "a\\", `${"d".repeat(256)}\\a`, `d\\${"u".repeat(105)}`, "..", "a/b"].map(
    (runAsUserName) => ({ runAsUserName }),
  ),
].map(windows);

const POD_SECURITY: readonly object[] = [
  ...IDS.map((id) => ({ fsGroup: id })),
  { supplementalGroups: [1, -1, 2147483648] },
  ...["OnRootMismatch", "Always", "Odd", ""].map((fsGroupChangePolicy) => ({
    fsGroup: 1,
    fsGroupChangePolicy,
  })),
  ...["Merge", "Strict", "Odd", ""].map((supplementalGroupsPolicy) => ({ supplementalGroupsPolicy })),
  ...["Recursive", "MountOption", "Odd", ""].map((seLinuxChangePolicy) => ({ seLinuxChangePolicy })),
  ...[
    "",
    "a",
    "a.b",
    "a/b",
    "kernel.shm_rmid_forced",
    "net.core.x",
    "net/core/x",
    "A.b",
    "a..b",
    `a.${"b".repeat(252)}`,
    "fs.mqueue.x",
  ].map((name) => ({ sysctls: [{ name, value: "1" }] })),
  {
    sysctls: [
      { name: "a.b", value: "1" },
      { name: "a.b", value: "2" },
      { name: "a/b", value: "2" },
    ],
  },
];

const CONTAINER_SECURITY: readonly object[] = [
  { privileged: true },
  { privileged: true, allowPrivilegeEscalation: false },
  { allowPrivilegeEscalation: false, capabilities: { add: ["CAP_SYS_ADMIN"] } },
  { allowPrivilegeEscalation: false, capabilities: { add: ["SYS_ADMIN"], drop: ["ALL"] } },
  ...["Default", "Unmasked", "Odd", ""].map((procMount) => ({ procMount })),
  { readOnlyRootFilesystem: true },
];

const term = (labelSelector: object | undefined, more: object = {}): object => ({
  topologyKey: "k",
  ...(labelSelector ? { labelSelector } : {}),
  ...more,
});
const A = { matchLabels: { a: "b" } };
const TERMS: readonly object[] = [
  {},
  term(undefined),
  term(A, { topologyKey: "a b" }),
  term({ matchLabels: { "a b": "c d" } }),
  term({
    matchExpressions: [
      { key: "a", operator: "In" },
      { key: "", operator: "Odd" },
      { key: "x", operator: "Exists", values: ["v"] },
      { key: "y", operator: "NotIn", values: ["a b"] },
    ],
  }),
  term(A, { namespaces: ["A_", "ok"] }),
  term(A, { namespaceSelector: { matchLabels: { "a b": "c" } } }),
  term(A, { namespaceSelector: {}, namespaces: ["x"] }),
  term(A, { matchLabelKeys: ["x"], mismatchLabelKeys: ["y"] }),
  term(A, { matchLabelKeys: ["x"], mismatchLabelKeys: ["x"] }),
  term(A, { matchLabelKeys: ["a", "a b", ""], mismatchLabelKeys: ["a"] }),
  term(undefined, { matchLabelKeys: ["a"] }),
  term(
    {
      matchExpressions: [
        { key: "x", operator: "In", values: ["1"] },
        { key: "x", operator: "Exists" },
      ],
    },
    { matchLabelKeys: ["x"] },
  ),
];
const AFFINITIES: readonly object[] = [
  ...TERMS.flatMap((one) => [
    { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [one] } },
    { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [one] } },
    {
      podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: one }] },
    },
    {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 101, podAffinityTerm: one }],
      },
    },
  ]),
  { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{}] } },
];
const REQUIREMENTS: readonly object[] = [
  { key: "a", operator: "In", values: ["b"] },
  { key: "a", operator: "In" },
  { key: "a", operator: "NotIn", values: ["b c"] },
  { key: "a", operator: "Exists", values: ["b"] },
  { key: "a", operator: "DoesNotExist" },
  { key: "a", operator: "Gt", values: ["x"] },
  { key: "a", operator: "Lt", values: ["1", "2"] },
  { key: "a b", operator: "Odd" },
  { key: "beta.kubernetes.io/os", operator: "Exists" },
  {},
];
const FIELDS: readonly object[] = [
  { key: "metadata.name", operator: "In", values: ["n"] },
  { key: "metadata.name", operator: "NotIn", values: ["N_"] },
  { key: "metadata.name", operator: "In", values: ["a", "b"] },
  { key: "metadata.name", operator: "Exists" },
  { key: "metadata.uid", operator: "In", values: ["n"] },
];
const NODE_AFFINITIES: readonly object[] = [
  ...[
    ...REQUIREMENTS.map((one) => ({ matchExpressions: [one] })),
    ...FIELDS.map((one) => ({ matchFields: [one] })),
    {},
  ].flatMap((one) => [
    { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [one] } },
    {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: one },
        { weight: 0, preference: one },
      ],
    },
  ]),
  { requiredDuringSchedulingIgnoredDuringExecution: {} },
  { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } },
  {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{}, { matchExpressions: [REQUIREMENTS[0]] }],
    },
  },
  { preferredDuringSchedulingIgnoredDuringExecution: [{}] },
].map((nodeAffinity) => ({ nodeAffinity }));

const spread = (more: object): object => ({
  maxSkew: 1,
  topologyKey: "k",
  whenUnsatisfiable: "DoNotSchedule",
  labelSelector: A,
  ...more,
});
const SPREADS: readonly (readonly object[])[] = [
  [{}],
  [spread({ maxSkew: 0 })],
  [spread({ maxSkew: -1, topologyKey: "", whenUnsatisfiable: "" })],
  [spread({ whenUnsatisfiable: "Odd" })],
  [spread({}), spread({}), spread({ whenUnsatisfiable: "ScheduleAnyway" })],
  [spread({ minDomains: 0 })],
  [spread({ minDomains: 2, whenUnsatisfiable: "ScheduleAnyway" })],
  [spread({ minDomains: 2 })],
  ...["Honor", "Ignore", "Odd", ""].map((one) => [
    spread({ nodeAffinityPolicy: one, nodeTaintsPolicy: one }),
  ]),
  [spread({ matchLabelKeys: ["a", "b", "c d"] })],
  [spread({ matchLabelKeys: ["x"] })],
  [{ ...spread({ matchLabelKeys: ["x"] }), labelSelector: undefined }],
  [spread({ labelSelector: {} })],
  [{ ...spread({}), labelSelector: undefined }],
  [spread({ labelSelector: { matchLabels: { a: "b c" } } })],
  [spread({ labelSelector: { matchExpressions: [{ key: "a", operator: "Odd" }] } })],
];

const TOLERATIONS: readonly object[] = [
  {},
  { operator: "Exists" },
  { operator: "Equal" },
  { key: "a b" },
  { key: "a", operator: "Odd" },
  { key: "a", operator: "Exists", value: "v" },
  { key: "a", value: "b c" },
  { key: "a", operator: "Lt", value: "1" },
  { key: "a", operator: "Gt", value: "x" },
  { key: "a", effect: "Odd" },
  { key: "a", effect: "NoSchedule", tolerationSeconds: 1 },
  { key: "a", effect: "NoExecute", tolerationSeconds: -1 },
  { key: "a", tolerationSeconds: 1 },
];

const resources = (more: object): object => ({ resources: more });
const DNS: readonly object[] = [
  { dnsPolicy: "" },
  { dnsPolicy: "Odd" },
  { dnsPolicy: "None" },
  { dnsPolicy: "None", dnsConfig: {} },
  { dnsPolicy: "None", dnsConfig: { nameservers: ["1.1.1.1", "x", "::1", "01.1.1.1"] } },
  {
    dnsConfig: {
      nameservers: ["1.1.1.1"],
      searches: ["a", "a_b", ".", "A B", "a.", `${"x".repeat(254)}`, ""],
      options: [{}, { name: "n", value: "v" }, { name: "n" }],
    },
  },
  { dnsConfig: { searches: Array.from({ length: 33 }, (_, i) => `s${i}`) } },
  {
    dnsConfig: { searches: Array.from({ length: 32 }, (_, i) => `${"s".repeat(63)}.${"s".repeat(10)}${i}`) },
  },
];

const OTHERS: readonly object[] = [
  { restartPolicy: "" },
  { restartPolicy: "Odd" },
  { terminationGracePeriodSeconds: -1 },
  { terminationGracePeriodSeconds: 0 },
  { activeDeadlineSeconds: 0 },
  { activeDeadlineSeconds: 2147483648 },
  { serviceAccountName: "A_" },
  { serviceAccount: "a", serviceAccountName: "b" },
  { nodeName: "N_" },
  { hostname: "A.b" },
  { hostname: "h".repeat(64) },
  { subdomain: "a.b" },
  { hostname: "h", subdomain: "s", setHostnameAsFQDN: true },
  { hostnameOverride: "A_" },
  { hostnameOverride: "a.b", setHostnameAsFQDN: true, hostNetwork: true },
  { hostnameOverride: "h".repeat(65) },
  { hostnameOverride: "" },
  {
    hostAliases: [
      { ip: "x", hostnames: ["A_"] },
      { hostnames: [""] },
      { ip: "1.1.1.1" },
      { ip: "1.1.1.1", hostnames: ["a.b"] },
    ],
  },
  { priorityClassName: "P_" },
  { priorityClassName: "none" },
  { priority: 5 },
  { preemptionPolicy: "Odd" },
  { preemptionPolicy: "Never" },
  { runtimeClassName: "R_" },
  { runtimeClassName: "none" },
  { runtimeClassName: "" },
  { overhead: { cpu: "1" } },
  { readinessGates: [{ conditionType: "a b" }, {}, { conditionType: "a/b" }] },
  { schedulingGates: [{ name: "a b" }, { name: "a" }, { name: "a" }, {}] },
  { schedulingGates: [{ name: "a/b" }], nodeName: "n" },
  { imagePullSecrets: [{ name: "a" }, { name: "a" }, {}] },
  { nodeSelector: { "a b": "c d" } },
  { nodeSelector: { "beta.kubernetes.io/arch": "x" } },
  { nodeSelector: { "failure-domain.beta.kubernetes.io/zone": "z" } },
  { schedulerName: "S_" },
  { schedulerName: "" },
  { resourceClaims: [{}] },
  {
    resourceClaims: [
      { name: "A_", resourceClaimName: "B_" },
      { name: "a", resourceClaimTemplateName: "C_" },
      { name: "a", resourceClaimName: "x", resourceClaimTemplateName: "y" },
    ],
  },
  { hostNetwork: true, hostPID: true, hostIPC: true, shareProcessNamespace: true },
  { hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true },
  { hostUsers: true },
  { enableServiceLinks: false, automountServiceAccountToken: false },
  { schedulingGroup: {} },
  { schedulingGroup: { podGroupName: "A_" } },
  ...TOLERATIONS.map((one) => ({ tolerations: [one] })),
  ...SPREADS.map((topologySpreadConstraints) => ({ topologySpreadConstraints })),
  ...DNS,
  resources({ requests: { cpu: "1" } }),
  resources({ limits: { cpu: "1", memory: "1.5" } }),
  resources({ requests: { cpu: "2" }, limits: { cpu: "1" } }),
  ...["storage", "a.b/c", "hugepages-2Mi"].map((name) => resources({ requests: { [name]: "2Mi" } })),
  resources({ limits: { "hugepages-2Mi": "2Mi", memory: "1Gi" } }),
  resources({ claims: [{ name: "a" }] }),
  resources({}),
  { ...resources({ requests: { cpu: "1" } }), os: { name: "windows" } },
];

const OWN = { requests: { cpu: "2", memory: "2Gi" }, limits: { cpu: "3" } };
const LEVELS: readonly PodRow[] = [
  { requests: { cpu: "1" } },
  { requests: { memory: "1Gi" }, limits: { cpu: "2" } },
].flatMap((level) =>
  containers([{ resources: OWN }, { resources: { limits: { cpu: "5" } } }], { resources: level }),
);

const SYSTEMS: readonly PodRow[] = [
  ...specs([{ os: {} }, { os: { name: "odd" } }, { os: { name: "linux" } }, { os: { name: "windows" } }]),
  ...["linux", "windows"].flatMap((name) => [
    ...specs([
      ...[
        windows({ hostProcess: false }),
        ...POD_SECURITY.slice(0, 12),
        ...SECURITY.slice(0, 3),
        ...SECURITY.slice(-6),
      ].map((securityContext) => ({ os: { name }, securityContext })),
      {
        os: { name },
        hostPID: true,
        hostIPC: true,
        hostUsers: false,
        shareProcessNamespace: true,
        hostNetwork: true,
      },
    ]),
    ...containers(
      [
        windows({ hostProcess: false }),
        ...CONTAINER_SECURITY,
        ...SECURITY.slice(0, 3),
        ...SECURITY.slice(-6),
      ].map((securityContext) => ({ securityContext })),
      { os: { name } },
    ),
  ]),
  ...[true, false].flatMap((hostProcess) => [
    ...containers(
      [
        { securityContext: windows({ hostProcess: true }) },
        { securityContext: windows({ hostProcess: false }) },
        {},
      ],
      { hostNetwork: true, securityContext: windows({ hostProcess }) },
    ),
    ...specs([
      {
        hostNetwork: true,
        containers: [
          { name: "a", image: "i", securityContext: windows({ hostProcess }) },
          { name: "b", image: "i" },
        ],
      },
      {
        hostNetwork: false,
        containers: [{ name: "a", image: "i", securityContext: windows({ hostProcess }) }],
        initContainers: [{ name: "b", image: "i" }],
      },
    ]),
  ]),
];

const annotated = (annotations: object, spec: object = {}): PodRow => ({ metadata: { annotations }, spec });
const APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";
const SECCOMP = "container.seccomp.security.alpha.kubernetes.io/";
const POD_SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
const OLD_PROFILES = [
  "runtime/default",
  "docker/default",
  "unconfined",
  "localhost/a",
  "localhost/",
  "localhost/../a",
  "odd",
  "",
];
const ANNOTATED: readonly PodRow[] = [
  ...OLD_PROFILES.flatMap((value) => [
    annotated({ [`${APP_ARMOR}c`]: value }),
    annotated({ [`${APP_ARMOR}none`]: value }),
    annotated({ [`${SECCOMP}c`]: value }),
    annotated({ [POD_SECCOMP]: value }),
    ...PROFILES.slice(3, 11).flatMap((profile) => [
      annotated(
        { [POD_SECCOMP]: value, [`${SECCOMP}c`]: value },
        { securityContext: { seccompProfile: profile } },
      ),
      annotated(
        { [`${APP_ARMOR}c`]: value },
        {
          containers: [
            { name: "c", image: "i", securityContext: { appArmorProfile: profile, seccompProfile: profile } },
          ],
        },
      ),
    ]),
    annotated({ [`${APP_ARMOR}c`]: value }, { os: { name: "windows" } }),
    annotated(
      { [`${APP_ARMOR}c`]: value },
      { securityContext: { appArmorProfile: { type: "RuntimeDefault" } } },
    ),
  ]),
  annotated({ "kubernetes.io/config.mirror": "x" }),
  annotated(
    { "kubernetes.io/config.mirror": "x" },
    { nodeName: "n", resourceClaims: [{ name: "r", resourceClaimName: "x" }] },
  ),
  ...["[]", "x", '[{"key":"a b"}]', '[{"key":"a","operator":"Odd"}]', "{}"].map((value) =>
    annotated({ "scheduler.alpha.kubernetes.io/tolerations": value }),
  ),
  ...["1", "x", "-5", "2147483648", "+1", "01", ""].map((value) =>
    annotated({ "controller.kubernetes.io/pod-deletion-cost": value }),
  ),
  annotated({
    "security.alpha.kubernetes.io/sysctls": "a",
    "security.alpha.kubernetes.io/unsafe-sysctls": "b",
    "scheduler.alpha.kubernetes.io/critical-pod": "",
    "pod.alpha.kubernetes.io/initialized": "true",
  }),
  annotated({
    "scheduler.alpha.kubernetes.io/affinity": "{}",
    "scheduler.alpha.kubernetes.io/name": "x",
    "pod.beta.kubernetes.io/init-containers": "[]",
    "pod.beta.kubernetes.io/hostname": "h",
  }),
  { metadata: { finalizers: ["x", "a/b", "kubernetes.io/odd", "foregroundDeletion"] } },
  { metadata: { name: "A_", labels: { "a b": "c" } } },
];

export function podSpecsSecurity(): Scenario {
  const s = new Scenario("pod-specs-security");
  tryPods(s, [
    ...specs([...SECURITY, ...WINDOWS, ...POD_SECURITY].map((securityContext) => ({ securityContext }))),
    ...containers(
      [...SECURITY, ...WINDOWS, ...CONTAINER_SECURITY].map((securityContext) => ({ securityContext })),
    ),
    ...specs(
      POD_SECURITY.slice(-14).map((securityContext) => ({
        securityContext,
        hostNetwork: true,
        hostIPC: true,
      })),
    ),
    ...SYSTEMS,
  ]);
  return s;
}

export function podSpecsPlacement(): Scenario {
  const s = new Scenario("pod-specs-placement");
  tryPods(s, specs([...AFFINITIES, ...NODE_AFFINITIES].map((affinity) => ({ affinity }))));
  return s;
}

export function podSpecsOthers(): Scenario {
  const s = new Scenario("pod-specs-others");
  tryPods(s, [...specs(OTHERS), ...LEVELS, ...ANNOTATED]);
  return s;
}

export function podSpecsTemplates(): Scenario {
  const s = new Scenario("pod-specs-templates");
  const rows = [
    ...specs([...OTHERS, ...[...AFFINITIES, ...NODE_AFFINITIES].map((affinity) => ({ affinity }))]),
    ...ANNOTATED,
    ...SYSTEMS,
  ];
  tryTemplates(s, [...rows.filter((_, index) => index % 5 === 0), ...specs(OTHERS.slice(0, 8))]);
  return s;
}

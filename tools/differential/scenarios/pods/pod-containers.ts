import { Scenario } from "../scenario.ts";
import { containers, initContainers, specs, tryPods, tryTemplates } from "./pod-tables.ts";

const env = (valueFrom: object, more: object = {}): object => ({ env: [{ name: "E", valueFrom, ...more }] });
const resource = (resourceFieldRef: object): object => env({ resourceFieldRef });
const field = (fieldPath: string): object => env({ fieldRef: { fieldPath } });
const liveness = (livenessProbe: object): object => ({ livenessProbe });
const http = { httpGet: { port: 80 } };
const NAMES = ["", "a", "A_b", "1a", "a b", "a=b", "a.b", "..", ".", "..a", "é", "a\tb", "$(A)", "-a"];
const DIVISORS = ["0", "1", "1m", "2", "1k", "1Ki", "3Gi", "1000m", "-1", "0.001"];

const ENV: readonly object[] = [
  ...NAMES.flatMap((name) => [
    { env: [{ name, value: "v" }] },
    { envFrom: [{ prefix: name, configMapRef: { name: "m" } }] },
  ]),
  env({}),
  env({ fieldRef: { fieldPath: "metadata.name" } }, { value: "v" }),
  env({ fieldRef: { fieldPath: "metadata.name" }, secretKeyRef: { name: "s", key: "k" } }),
  env({ fieldRef: {} }),
  env({ fieldRef: { fieldPath: "metadata.name", apiVersion: "v9" } }),
  ...[
    "metadata.uid",
    "metadata.labels",
    "metadata.labels['a']",
    "metadata.annotations['A b']",
    "spec.host",
    "spec.nodeName",
    "status.hostIPs",
    "status.podIPs",
    "metadata.name['a']",
    "spec.x",
  ].map(field),
  resource({}),
  resource({ resource: "limits.none" }),
  resource({ resource: "requests.hugepages-2Mi", containerName: "none" }),
  ...[
    "limits.cpu",
    "requests.memory",
    "limits.ephemeral-storage",
    "limits.hugepages-1Gi",
    "requests.hugepages-x",
  ].flatMap((name) => DIVISORS.map((divisor) => resource({ resource: name, divisor }))),
  env({ configMapKeyRef: {} }),
  env({ configMapKeyRef: { name: "A_", key: "a/b" } }),
  env({ configMapKeyRef: { name: "m", key: "..", optional: true } }),
  env({ secretKeyRef: { name: "A_", key: "..a" } }),
  env({ secretKeyRef: { name: "s", key: "k".repeat(254) } }),
  env({ fileKeyRef: {} }),
  env({ fileKeyRef: { volumeName: "v", path: "p", key: "K" } }),
  env({ fileKeyRef: { volumeName: "V_", path: "../p", key: "a=b", optional: true } }),
  env({ fileKeyRef: { volumeName: "v", path: "/p", key: "K" } }),
  { envFrom: [{}] },
  { envFrom: [{ configMapRef: {}, secretRef: {} }] },
  { envFrom: [{ secretRef: { name: "S_" } }, { configMapRef: { name: "M_" } }] },
  {
    env: [
      { name: "A", value: "a" },
      { name: "A", value: "b" },
      { name: "B", value: "$(A)" },
      { name: "B", value: "$(B)" },
      { name: "B", value: "$(A)x" },
    ],
  },
  {
    env: [
      { name: "A", value: "a" },
      { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ],
  },
];

const PORTS: readonly object[] = [
  [{}],
  [{ containerPort: 0 }],
  [{ containerPort: 65536 }],
  [{ containerPort: -1, hostPort: -1 }],
  [{ containerPort: 1, hostPort: 65536, hostIP: "1.2.3.400" }],
  [{ containerPort: 1, hostIP: "1.2.3.4" }],
  [{ containerPort: 1, hostIP: "010.0.0.1", hostPort: 1 }],
  [{ containerPort: 1, protocol: "HTTP" }],
  [{ containerPort: 1, protocol: "tcp", name: "A_" }],
  [{ containerPort: 1, name: "a".repeat(16) }],
  [{ containerPort: 1, name: "1" }],
  [{ containerPort: 1, name: "a--b" }],
  [
    { containerPort: 1, name: "a" },
    { containerPort: 2, name: "a" },
  ],
  [
    { containerPort: 1, hostPort: 1 },
    { containerPort: 2, hostPort: 1 },
  ],
  [
    { containerPort: 1, hostPort: 1 },
    { containerPort: 1, hostPort: 1, hostIP: "1.1.1.1" },
    { containerPort: 1 },
    { containerPort: 1, protocol: "UDP" },
  ],
  [
    { containerPort: 1, hostPort: 2 },
    { containerPort: 1, hostPort: 2 },
  ],
].map((ports) => ({ ports }));

const HANDLERS: readonly object[] = [
  {},
  { exec: {} },
  { exec: { command: [] }, httpGet: {}, tcpSocket: {}, grpc: {} },
  { exec: { command: ["a"] } },
  { httpGet: {} },
  { httpGet: { port: "" } },
  { httpGet: { port: "web", path: "", scheme: "http" } },
  {
    httpGet: {
      port: 65536,
      path: "x",
      host: "h",
      httpHeaders: [
        { name: "A b", value: "c" },
        { name: "", value: "" },
        { name: "X-Y", value: "z" },
      ],
    },
  },
  { httpGet: { port: "A_B", scheme: "HTTPS" } },
  { httpGet: { port: "80" } },
  { httpGet: { port: "a".repeat(16) } },
  { tcpSocket: {} },
  { tcpSocket: { port: "p", host: "h" } },
  { tcpSocket: { port: 0 } },
  { tcpSocket: { port: "-" } },
];

const PROBES: readonly object[] = [
  ...[...HANDLERS, { grpc: {} }, { grpc: { port: 1, service: "s" } }, { grpc: { port: 70000 } }].flatMap(
    (handler) => [liveness(handler), { readinessProbe: handler }, { startupProbe: handler }],
  ),
  ...[
    "initialDelaySeconds",
    "timeoutSeconds",
    "periodSeconds",
    "successThreshold",
    "failureThreshold",
    "terminationGracePeriodSeconds",
  ].flatMap((name) =>
    [-1, 0, 2].flatMap((value) => [
      liveness({ ...http, [name]: value }),
      { readinessProbe: { ...http, [name]: value } },
      { startupProbe: { ...http, [name]: value } },
    ]),
  ),
  ...[
    ...HANDLERS,
    { sleep: {} },
    { sleep: { seconds: -1 } },
    { sleep: { seconds: 30 } },
    { sleep: { seconds: 31 } },
    { sleep: { seconds: 5 }, exec: { command: ["a"] } },
  ].flatMap((handler) => [{ lifecycle: { postStart: handler } }, { lifecycle: { preStop: handler } }]),
  { lifecycle: {} },
];

const rule = (more: object): object => ({
  action: "Restart",
  exitCodes: { operator: "In", values: [1] },
  ...more,
});
const RESTARTS: readonly object[] = [
  ...["", "Always", "OnFailure", "Never", "Odd"].map((restartPolicy) => ({ restartPolicy })),
  { restartPolicyRules: [rule({})] },
  { restartPolicy: "Never", restartPolicyRules: [rule({}), rule({ action: "Odd" }), rule({ action: "" })] },
  { restartPolicy: "Always", restartPolicyRules: [rule({ exitCodes: {} })] },
  {
    restartPolicy: "Never",
    restartPolicyRules: [rule({ exitCodes: { operator: "Odd", values: [] } }), { action: "Restart" }],
  },
  {
    restartPolicy: "Never",
    restartPolicyRules: [rule({ exitCodes: { operator: "NotIn", values: [1, 1, -1, 256] } })],
  },
  { restartPolicy: "Never", restartPolicyRules: [rule({ action: "RestartAllContainers" })] },
  { restartPolicy: "Never", restartPolicyRules: Array.from({ length: 21 }, () => rule({})) },
  {
    restartPolicy: "Never",
    restartPolicyRules: [
      rule({ exitCodes: { operator: "In", values: Array.from({ length: 256 }, (_, i) => i) } }),
    ],
  },
];

const policy = (resourceName: string, restartPolicy: string): object => ({ resourceName, restartPolicy });
const RESIZES: readonly object[] = [
  [policy("cpu", "NotRequired"), policy("cpu", "RestartContainer")],
  [policy("storage", "Odd")],
  [{}],
].map((resizePolicy) => ({ resizePolicy }));

const RESOURCES: readonly object[] = [
  { limits: { cpu: "1" } },
  {
    limits: { cpu: "1", memory: "1.5", "ephemeral-storage": "0.1" },
    requests: { memory: "1500m", "ephemeral-storage": "1m" },
  },
  { requests: { cpu: "2" }, limits: { cpu: "1" } },
  { requests: { cpu: "-1" }, limits: { memory: "-1" } },
  ...["storage", "gpu", "a/b", "A b"].map((name) => ({ requests: { [name]: "1" } })),
  { requests: { "a.b/c": "1" } },
  { requests: { "a.b/c": "1500m" }, limits: { "a.b/c": "1500m" } },
  { requests: { "a.b/c": "1" }, limits: { "a.b/c": "2" } },
  { limits: { "a.b/c": "1" } },
  { limits: { "requests.x/y": "1", "kubernetes.io/x": "1", "x.kubernetes.io/y": "1" } },
  { limits: { "hugepages-2Mi": "2Mi" } },
  { limits: { "hugepages-2Mi": "3Mi", cpu: "1" } },
  { limits: { "hugepages-2Mi": "4Mi", memory: "1" }, requests: { "hugepages-2Mi": "2Mi" } },
  { requests: { "hugepages-2Mi": "2Mi", cpu: "1" } },
  { limits: { "hugepages-x": "1", "hugepages-3Mi": "0", cpu: "1" } },
  { limits: { "attachable-volumes-x": "1", pods: "1" } },
  { claims: [{}] },
  { claims: [{ name: "a" }] },
  { claims: [{ name: "r" }, { name: "r" }] },
  { claims: [{ name: "r", request: "q" }, { name: "r", request: "q" }, { name: "r" }] },
  { claims: [{ name: "r" }, { name: "r", request: "Q_" }] },
].map((resources) => ({ resources }));

const mount = (more: object): object => ({ volumeMounts: [{ name: "v", mountPath: "/m", ...more }] });
const device = (name: string, devicePath: string): object => ({ name, devicePath });
const MOUNTS: readonly object[] = [
  mount({}),
  mount({ name: "" }),
  mount({ name: "none" }),
  mount({ mountPath: "" }),
  mount({ mountPath: "a:b" }),
  {
    volumeMounts: [
      { name: "v", mountPath: "/m" },
      { name: "w", mountPath: "/m" },
    ],
  },
  ...["a", "/a", "../a", "a/..", "$(A)/b"].flatMap((path) => [
    mount({ subPath: path }),
    mount({ subPathExpr: path }),
    mount({ subPath: "x", subPathExpr: path }),
  ]),
  ...["None", "HostToContainer", "Bidirectional", "Odd", ""].flatMap((mountPropagation) => [
    ...["Enabled", "IfPossible", "Disabled", "Odd"].map((recursiveReadOnly) =>
      mount({ mountPropagation, recursiveReadOnly, readOnly: true }),
    ),
  ]),
  mount({ recursiveReadOnly: "Enabled" }),
  mount({ recursiveReadOnly: "Disabled" }),
  { volumeDevices: [device("v", "/d")] },
  { volumeDevices: [device("w", "/d"), device("w", "/d"), device("none", ""), device("", "a/../b")] },
  { volumeDevices: [device("w", "/m")], ...mount({ name: "w" }) },
  { volumeDevices: [device("e", "/d")], ...mount({ mountPath: "/d" }) },
];
const MOUNTED = {
  volumes: [
    { name: "v", emptyDir: {} },
    { name: "w", persistentVolumeClaim: { claimName: "w" } },
    {
      name: "e",
      ephemeral: {
        volumeClaimTemplate: {
          spec: {
            accessModes: ["ReadWriteOnce"],
            volumeMode: "Block",
            resources: { requests: { storage: "1" } },
          },
        },
      },
    },
  ],
};

const OTHERS: readonly object[] = [
  { name: "" },
  { name: "A_" },
  { image: "" },
  { image: " i " },
  { imagePullPolicy: "Odd" },
  { imagePullPolicy: "" },
  { image: "i:latest" },
  { terminationMessagePolicy: "Odd", terminationMessagePath: "" },
];

export function podContainersEnvironment(): Scenario {
  const s = new Scenario("pod-containers-environment");
  tryPods(s, [...containers(ENV), ...initContainers(ENV.slice(-12))]);
  return s;
}

export function podContainersProbes(): Scenario {
  const s = new Scenario("pod-containers-probes");
  const few = PROBES.filter((_, index) => index % 5 === 0);
  tryPods(s, [
    ...containers(PROBES),
    ...initContainers(few),
    ...few.flatMap((row) => initContainers([{ restartPolicy: "Always", ...row }])),
  ]);
  return s;
}

export function podContainersRestarts(): Scenario {
  const s = new Scenario("pod-containers-restarts");
  const claimed = { resourceClaims: [{ name: "r", resourceClaimName: "x" }] };
  tryPods(s, [
    ...["Always", "OnFailure", "Never"].flatMap((restartPolicy) => [
      ...containers([...RESTARTS, ...RESIZES], { restartPolicy }),
      ...initContainers([...RESTARTS, ...RESIZES], { restartPolicy }),
    ]),
    ...containers([...RESOURCES, ...PORTS, ...OTHERS]),
    ...containers(RESOURCES.slice(-5), claimed),
    ...initContainers([...RESOURCES, ...OTHERS]),
    ...containers(PORTS, { hostNetwork: true }),
    ...initContainers(PORTS.slice(-4).map((ports) => ({ restartPolicy: "Always", ...ports }))),
    ...specs([
      {
        containers: [
          { name: "a", image: "i" },
          { name: "a", image: "i" },
        ],
        initContainers: [
          { name: "a", image: "i" },
          { name: "a", image: "i" },
        ],
      },
      { ephemeralContainers: [{ name: "e", image: "i" }] },
    ]),
  ]);
  return s;
}

export function podContainersMounts(): Scenario {
  const s = new Scenario("pod-containers-mounts");
  tryPods(s, [
    ...containers(MOUNTS, MOUNTED),
    ...initContainers(MOUNTS.slice(0, 8), MOUNTED),
    ...containers(MOUNTS.slice(-3), { ...MOUNTED, hostUsers: false }),
  ]);
  return s;
}

export function podContainersTemplates(): Scenario {
  const s = new Scenario("pod-containers-templates");
  const some = [...ENV, ...PROBES, ...RESTARTS, ...RESOURCES, ...PORTS, ...OTHERS].filter(
    (_, index) => index % 6 === 0,
  );
  tryTemplates(s, [...containers(some), ...initContainers(RESTARTS)]);
  return s;
}

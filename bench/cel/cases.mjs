import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";

const container = (name, port) => ({
  name,
  image: `registry.example.com/shop/${name}:1.4.2`,
  ports: [{ name: `${name}-http`, containerPort: port, protocol: "TCP" }],
  resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { cpu: "1", memory: "512Mi" } },
  readinessProbe: { httpGet: { path: "/ready", port }, periodSeconds: 5 },
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
    runAsNonRoot: true,
    seccompProfile: { type: "RuntimeDefault" },
  },
});

const withoutProbe = ({ readinessProbe: _probe, ...rest }) => rest;

/** A pod that every policy lets pass, and the request that creates it. */
export const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web",
    namespace: "default",
    labels: { app: "shop", tier: "front", owner: "team-a" },
    annotations: { "example.com/team": "shop" },
  },
  spec: {
    containers: [container("web", 8080), container("proxy", 9090)],
    initContainers: [withoutProbe(container("migrate", 7070))],
    volumes: [
      { name: "config", configMap: { name: "shop-config" } },
      { name: "cache", emptyDir: {} },
    ],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      sysctls: [{ name: "net.ipv4.tcp_syncookies", value: "1" }],
    },
  },
};

/** The same pod many times over: what asks about one object only is worked out once by the compiler, and measures nothing. */
export const PODS = Array.from({ length: 64 }, (_, i) => {
  const pod = structuredClone(POD);
  pod.metadata.name = `web-${i}`;
  return pod;
});

export const REQUEST = {
  operation: "CREATE",
  kind: { group: "", version: "v1", kind: "Pod" },
  resource: { group: "", version: "v1", resource: "pods" },
  requestKind: { group: "", version: "v1", kind: "Pod" },
  requestResource: { group: "", version: "v1", resource: "pods" },
  name: "web",
  namespace: "default",
  userInfo: { username: "alice", groups: ["developers", "system:authenticated"] },
  dryRun: false,
  options: { apiVersion: "meta.k8s.io/v1", kind: "CreateOptions" },
};

/** A condition of a webhook, a rule about labels, a walk over all containers; beside each the same by hand. */
export const EXPRESSIONS = [
  {
    name: "who and where",
    expression: "request.userInfo.username != 'system:admin' && request.namespace.startsWith('def')",
    byHand: (_object, request) =>
      request.userInfo.username !== "system:admin" && request.namespace.startsWith("def"),
  },
  {
    name: "a label",
    expression:
      "has(object.metadata.labels) && 'owner' in object.metadata.labels && object.metadata.labels.owner.startsWith('team-')",
    byHand: ({ metadata: { labels } }) =>
      labels !== undefined && Object.hasOwn(labels, "owner") && labels.owner.startsWith("team-"),
  },
  {
    name: "every container",
    expression:
      "object.spec.containers.all(c, c.image.startsWith('registry.example.com/') && has(c.resources.limits) && c.resources.limits.memory != '')",
    byHand: ({ spec }) =>
      spec.containers.every(
        (c) =>
          c.image.startsWith("registry.example.com/") &&
          c.resources?.limits !== undefined &&
          c.resources.limits.memory !== "",
      ),
  },
];

const isNew = (object, request, oldObject) =>
  request.operation === "CREATE" || JSON.stringify(object.spec) !== JSON.stringify(oldObject.spec);
const containersOf = ({ spec }) =>
  spec.containers.concat(spec.initContainers ?? []).concat(spec.ephemeralContainers ?? []);

const ADDED = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  ),
);
const PROFILES = new Set(["RuntimeDefault", "Localhost"]);
const VOLUMES =
  "configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret".split(" ");

/**
 * Ten of the Pod Security Standards in handwritten JavaScript. Each returns the violating containers, as its policy does for its
 * message. The list must be empty.
 */
const OFFENDERS = {
  "pod-security-baseline-host-process": (pod) =>
    (pod.spec.securityContext?.windowsOptions?.hostProcess ? ["the pod"] : []).concat(
      containersOf(pod)
        .filter((c) => c.securityContext?.windowsOptions?.hostProcess ?? false)
        .map(({ name }) => name),
    ),
  "pod-security-baseline-host-namespaces": ({ spec }) =>
    ["hostNetwork", "hostPID", "hostIPC"].filter((field) => field in spec && spec[field] === true),
  "pod-security-baseline-privileged": (pod) =>
    containersOf(pod)
      .filter((c) => c.securityContext?.privileged ?? false)
      .map(({ name }) => name),
  "pod-security-baseline-capabilities": (pod) =>
    containersOf(pod)
      .filter((c) => !(c.securityContext?.capabilities?.add ?? []).every((x) => ADDED.has(x)))
      .map(({ name }) => name),
  "pod-security-baseline-host-path-volumes": ({ spec }) =>
    (spec.volumes ?? []).filter((v) => v.hostPath !== undefined).map(({ name }) => name),
  "pod-security-baseline-host-ports": (pod) =>
    containersOf(pod)
      .filter((c) => !(c.ports ?? []).every((p) => (p.hostPort ?? 0) === 0))
      .map(({ name }) => name),
  "pod-security-baseline-seccomp": (pod) =>
    (PROFILES.has(pod.spec.securityContext?.seccompProfile?.type ?? "RuntimeDefault")
      ? []
      : ["the pod"]
    ).concat(
      containersOf(pod)
        .filter((c) => !PROFILES.has(c.securityContext?.seccompProfile?.type ?? "RuntimeDefault"))
        .map(({ name }) => name),
    ),
  "pod-security-restricted-volumes": ({ spec }) =>
    (spec.volumes ?? [])
      .filter((v) => !VOLUMES.some((type) => v[type] !== undefined))
      .map(({ name }) => name),
  "pod-security-restricted-privilege-escalation": (pod) =>
    pod.spec.os?.name === "windows"
      ? []
      : containersOf(pod)
          .filter((c) => c.securityContext?.allowPrivilegeEscalation ?? true)
          .map(({ name }) => name),
  "pod-security-restricted-capabilities": (pod) =>
    pod.spec.os?.name === "windows"
      ? []
      : containersOf(pod)
          .filter(
            (c) =>
              !(c.securityContext?.capabilities?.drop ?? []).includes("ALL") ||
              !(c.securityContext?.capabilities?.add ?? []).every((x) => x === "NET_BIND_SERVICE"),
          )
          .map(({ name }) => name),
};

const documents = ["baseline", "restricted"].flatMap((level) => {
  const file = new URL(`../../examples/policies/${level}.yaml`, import.meta.url);
  return parseAllDocuments(readFileSync(file, "utf8")).map((document) => document.toJS());
});

/** `policy`: as the API server stores it. `byHand(object, request, oldObject)`: true lets the object pass. */
export const POLICIES = Object.entries(OFFENDERS).map(([name, offenders]) => ({
  name: name.replace("pod-security-", ""),
  policy: documents.find(
    ({ kind, metadata }) => kind === "ValidatingAdmissionPolicy" && metadata.name === name,
  ),
  byHand: (object, request, oldObject) =>
    !isNew(object, request, oldObject) || offenders(object).length === 0,
}));

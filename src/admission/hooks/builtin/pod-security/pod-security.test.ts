import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../../../api/meta.ts";
import { StatusError } from "../../../../api/status.ts";
import type { Json, JsonObject } from "../../../../json/value.ts";
import type { Attributes } from "../../../attributes.ts";
import { podCreation } from "../../../stub-attributes.tool.ts";
import { stubPorts } from "../../../stub-ports.ts";
import { podSecurity } from "./pod-security.ts";

const PREFIX = "pod-security.kubernetes.io/";

interface Asked {
  readonly labels?: Record<string, string>;
  readonly object: KubeObject;
  readonly attributes?: Partial<Attributes>;
  readonly pods?: readonly KubeObject[];
  readonly newest?: number;
}

async function ask({ labels = {}, object, attributes, pods = [], newest }: Asked) {
  const warnings: string[] = [];
  const annotations: Record<string, string> = {};
  const named = Object.fromEntries(Object.entries(labels).map(([key, value]) => [PREFIX + key, value]));
  const result = await podSecurity(undefined, newest).validate?.({
    attributes: podCreation(attributes),
    object,
    name: object.metadata.name ?? "",
    round: 0,
    ports: stubPorts(),
    lookup: { get: () => ({ metadata: { name: "a", labels: named } }), list: () => pods },
    warn: (text) => warnings.push(text),
    annotate: (key, value) => {
      annotations[key.slice(PREFIX.length)] = value;
    },
  });
  const status = result instanceof StatusError ? result : undefined;
  return { message: status?.message, code: status?.code, warnings, annotations };
}

const SAFE: JsonObject = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  runAsNonRoot: true,
  seccompProfile: { type: "RuntimeDefault" },
};
const container = (more: JsonObject = {}, name = "c"): JsonObject => ({ name, image: "i", ...more });
const secure = (securityContext: JsonObject, name = "c"): JsonObject => container({ securityContext }, name);
const pod = (spec: JsonObject, annotations?: Record<string, string>): KubeObject => ({
  metadata: { name: "p", namespace: "a", ...(annotations ? { annotations } : {}) },
  spec,
});

/** Returns the level's text about the pod, without the words around it. */
async function why(level: string, object: KubeObject): Promise<string | undefined> {
  const [enforce = "", version] = level.split(":");
  const labels = { enforce, ...(version === undefined ? {} : { "enforce-version": version }) };
  const { message } = await ask({ labels, object });
  return message?.replace(/^pods "p" is forbidden: violates PodSecurity "[^"]+": /, "");
}

const containers = (...all: JsonObject[]): JsonObject => ({ containers: all });

const CASES: readonly (readonly [level: string, spec: JsonObject, wanted: string | undefined])[] = [
  ["baseline", containers(container()), undefined],
  ["restricted", containers(secure(SAFE)), undefined],
  [
    "baseline",
    { ...containers(container()), hostPID: true, hostIPC: true },
    "host namespaces (hostPID=true, hostIPC=true)",
  ],
  [
    "baseline",
    containers(secure({ privileged: true }), secure({ privileged: true }, "d")),
    'privileged (containers "c", "d" must not set securityContext.privileged=true)',
  ],
  [
    "baseline",
    containers(secure({ capabilities: { add: ["SYS_ADMIN", "CHOWN"] } })),
    'non-default capabilities (container "c" must not include "SYS_ADMIN" in securityContext.capabilities.add)',
  ],
  [
    "baseline",
    containers(container({ ports: [{ hostPort: 80 }, { hostPort: 443 }] })),
    'hostPort (container "c" uses hostPorts 443, 80)',
  ],
  [
    "baseline",
    { ...containers(container()), volumes: [{ name: "h", hostPath: {} }] },
    'hostPath volumes (volume "h")',
  ],
  [
    "restricted",
    {
      ...containers(secure(SAFE)),
      volumes: [
        { name: "h", hostPath: {} },
        { name: "n", nfs: {} },
      ],
    },
    'restricted volume types (volumes "h", "n" use restricted volume types "hostPath", "nfs")',
  ],
  [
    "baseline",
    containers(container({ livenessProbe: { httpGet: { host: "h" } } })),
    'probe or lifecycle host (container "c" uses probe or lifecycle host "h")',
  ],
  ["baseline:v1.33", containers(container({ livenessProbe: { httpGet: { host: "h" } } })), undefined],
  [
    "baseline",
    containers(secure({ procMount: "Unmasked" })),
    'procMount (container "c" must not set securityContext.procMount to "Unmasked")',
  ],
  ["baseline", { ...containers(secure({ procMount: "Unmasked" })), hostUsers: false }, undefined],
  [
    "baseline",
    containers(secure({ seLinuxOptions: { type: "x", role: "r" } })),
    'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: type "x"; role may not be set)',
  ],
  [
    "baseline:v1.30",
    containers(secure({ seLinuxOptions: { type: "container_engine_t" } })),
    'seLinuxOptions (container "c" set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
  ],
  [
    "baseline",
    {
      ...containers(secure({ seccompProfile: { type: "Unconfined" } })),
      securityContext: { seccompProfile: { type: "Unconfined" } },
    },
    'seccompProfile (pod and container "c" must not set securityContext.seccompProfile.type to "Unconfined")',
  ],
  [
    "baseline:v1.28",
    { ...containers(container()), securityContext: { sysctls: [{ name: "net.ipv4.tcp_fin_timeout" }] } },
    "forbidden sysctls (net.ipv4.tcp_fin_timeout)",
  ],
  [
    "baseline",
    { ...containers(container()), securityContext: { sysctls: [{ name: "net.ipv4.tcp_fin_timeout" }] } },
    undefined,
  ],
  [
    "baseline",
    containers(secure({ windowsOptions: { hostProcess: true } })),
    'hostProcess (container "c" must not set securityContext.windowsOptions.hostProcess=true)',
  ],
  [
    "restricted",
    containers(container()),
    'allowPrivilegeEscalation != false (container "c" must set securityContext.allowPrivilegeEscalation=false), ' +
      'unrestricted capabilities (container "c" must set securityContext.capabilities.drop=["ALL"]), ' +
      'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  ],
  [
    "restricted",
    { ...containers(container()), os: { name: "windows" } },
    'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true)',
  ],
  [
    "restricted:v1.7",
    containers(secure({ runAsNonRoot: false })),
    'runAsNonRoot != true (container "c" must not set securityContext.runAsNonRoot=false)',
  ],
  [
    "restricted",
    { ...containers(secure({ ...SAFE, runAsUser: 0 })), securityContext: { runAsUser: 0 } },
    'runAsUser=0 (pod and container "c" must not set runAsUser=0)',
  ],
  ["restricted", { ...containers(secure({ ...SAFE, runAsUser: 0 })), hostUsers: false }, undefined],
];

describe("levels", () => {
  it.each(CASES)("%s: %j", async (level, spec, wanted) => {
    expect(await why(level, pod(spec))).toBe(wanted);
  });

  it("counts a version to come as the latest", async () => {
    const spec = containers(container({ livenessProbe: { tcpSocket: { host: "h" } } }));
    expect(await why("baseline:v1.99", pod(spec))).toContain("probe or lifecycle host");
  });
  it("looks at annotations", async () => {
    const spec = containers(container());
    const armor = pod(spec, { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" });
    expect(await why("baseline", armor)).toBe(
      'forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/c="unconfined"")',
    );
    const seccomp = pod(spec, { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" });
    expect(await why("baseline:v1.18", seccomp)).toBe(
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    );
    expect(await why("baseline", seccomp)).toBeUndefined();
  });
});

const bad = pod(containers(secure({ privileged: true })));

describe("a namespace's wishes", () => {
  it("warns as it enforces where nothing else is said", async () => {
    const enforced = await ask({ labels: { enforce: "baseline", audit: "restricted" }, object: bad });
    expect(enforced.code).toBe(403);
    expect(enforced.warnings).toEqual([]);
    expect(enforced.annotations["enforce-policy"]).toBe("baseline:latest");
    expect(enforced.annotations["audit-violations"]).toMatch(
      /^would violate PodSecurity "restricted:latest": /,
    );
    const warned = await ask({ labels: { warn: "baseline", "warn-version": "v1.20" }, object: bad });
    expect(warned.message).toBeUndefined();
    expect(warned.warnings).toEqual([
      'would violate PodSecurity "baseline:v1.20": privileged (container "c" must not set securityContext.privileged=true)',
    ]);
  });
  it("takes unreadable levels as restricted, and says so in the audit log", async () => {
    const { code, annotations } = await ask({ labels: { enforce: "strict" }, object: bad });
    expect(code).toBe(403);
    expect(annotations).toEqual({
      "enforce-policy": "restricted:latest",
      error:
        'Failed to parse policy: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted',
    });
  });
  it("asks only when containers or images change", async () => {
    const labels = { enforce: "baseline" };
    const attributes = { operation: "UPDATE", oldObject: bad } as const;
    expect((await ask({ labels, object: bad, attributes })).message).toBeUndefined();
    const [first] = (bad.spec as { containers: JsonObject[] }).containers;
    const other = pod(containers({ ...first, image: "j" }));
    expect((await ask({ labels, object: other, attributes })).code).toBe(403);
    const guest = {
      ...bad,
      spec: { ...(bad.spec as JsonObject), ephemeralContainers: [container({}, "e")] },
    };
    expect((await ask({ labels, object: guest, attributes })).code).toBe(403);
    const status = { ...attributes, subresource: "status" };
    expect((await ask({ labels, object: other, attributes: status })).message).toBeUndefined();
  });
  it("warns of templates, and refuses none", async () => {
    const template: Json = { metadata: {}, spec: bad.spec as JsonObject };
    const ofGroup = (group: string, resource: string) => ({ resource: { group, version: "v1", resource } });
    const warnings = async (group: string, resource: string, more: JsonObject) => {
      const object = { metadata: { name: "x", namespace: "a" }, ...more };
      const asked = await ask({
        labels: { enforce: "baseline" },
        object,
        attributes: ofGroup(group, resource),
      });
      expect(asked.message).toBeUndefined();
      return asked.warnings.length;
    };
    expect(await warnings("apps", "deployments", { spec: { template } })).toBe(1);
    expect(await warnings("batch", "cronjobs", { spec: { jobTemplate: { spec: { template } } } })).toBe(1);
    expect(await warnings("", "podtemplates", { template })).toBe(1);
    expect(await warnings("", "replicationcontrollers", { spec: {} })).toBe(0);
    expect(await warnings("example.com", "deployments", { spec: { template } })).toBe(0);
  });
});

describe("a namespace", () => {
  const attributes = {
    kind: { group: "", version: "v1", kind: "Namespace" },
    resource: { group: "", version: "v1", resource: "namespaces" },
    namespace: "a",
  };
  const namespace = (labels: Record<string, string>): KubeObject => ({
    metadata: {
      name: "a",
      labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [PREFIX + key, value])),
    },
  });
  const update = (before: Record<string, string>, now: Record<string, string>, pods: KubeObject[] = []) =>
    ask({
      object: namespace(now),
      attributes: { ...attributes, operation: "UPDATE", oldObject: namespace(before) },
      pods,
    });

  it("is refused with labels that cannot be read, unless they were there before", async () => {
    const labels = { enforce: "x", "warn-version": "v1.01" };
    const { code, message } = await ask({ object: namespace(labels), attributes });
    expect(code).toBe(422);
    expect(message).toBe(
      'Namespace "a" is invalid: [metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "x": must be one of privileged, baseline, restricted, metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: "v1.01": must be "latest" or "v1.x"]',
    );
    expect((await update(labels, labels)).message).toBeUndefined();
    expect((await update({}, labels)).code).toBe(422);
  });
  it("tells of the pods that it would not take any more", async () => {
    const owned = (name: string): KubeObject => ({
      ...bad,
      metadata: {
        name,
        ownerReferences: [{ apiVersion: "v1", kind: "R", name: "r", uid: "u", controller: true }],
      },
    });
    const pods = [
      owned("b"),
      owned("a"),
      { metadata: { name: "free" }, spec: { ...containers(), hostPID: true } },
    ];
    const { warnings } = await update({}, { enforce: "baseline" }, pods);
    expect(warnings).toEqual([
      'existing pods in namespace "a" violate the new PodSecurity enforce level "baseline:latest"',
      "a (and 1 other pod): privileged",
      "free: host namespaces",
    ]);
    expect((await update({ enforce: "restricted" }, { enforce: "baseline" }, pods)).warnings).toEqual([]);
    expect((await update({}, { warn: "restricted" }, pods)).warnings).toEqual([]);
  });
});

describe("levels of a version that is emulated", () => {
  const object: KubeObject = {
    metadata: { name: "p" },
    spec: {
      hostUsers: false,
      containers: [{ name: "c", image: "i", securityContext: { procMount: "Unmasked" } }],
    },
  };
  const refused = 'pods "p" is forbidden: violates PodSecurity "baseline:latest": procMount';

  it.each([
    [34, expect.stringContaining(refused)],
    [35, undefined],
    [undefined, undefined],
  ])("1.%s", async (newest, message) => {
    const labels = { enforce: "baseline" };
    const asked = newest === undefined ? { labels, object } : { labels, object, newest };
    expect((await ask(asked)).message).toEqual(message);
  });
});

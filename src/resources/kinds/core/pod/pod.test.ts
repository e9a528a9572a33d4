import { describe, expect, test } from "vitest";
import { created, createWarnings, updated } from "../../../../../test/tools/core-writes.tool.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { podQosClass } from "./qos-class.ts";

const container = { name: "c", image: "i:1" };
const pod = (spec: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", namespace: "n" },
  spec: { containers: [container], ...spec },
  ...more,
});
const withResources = (resources: JsonObject, spec: JsonObject = {}): JsonObject =>
  pod({ containers: [{ ...container, resources }], ...spec });

const MIRROR = pod(
  { nodeName: "n" },
  { metadata: { name: "p", namespace: "n", annotations: { "kubernetes.io/config.mirror": "x" } } },
);

describe("pod", () => {
  test("pod starts with generation 1, a pending status and nothing that the client says about it", () => {
    const { object, problems } = created("pods", pod({}, { status: { phase: "Running", podIP: "1.2.3.4" } }));
    expect(problems).toEqual([]);
    expect(object.metadata.generation).toBe(1);
    expect(object.status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
  });

  test("pod with gates says so in a condition", () => {
    const { object } = created("pods", pod({ schedulingGates: [{ name: "a.b/c" }] }));
    expect((object.status as { conditions: unknown[] }).conditions).toMatchObject([
      { type: "PodScheduled", status: "False", reason: "SchedulingGated" },
    ]);
  });

  test.each<[spec: JsonObject, problem: string]>([
    [{ ephemeralContainers: [container] }, "spec.ephemeralContainers: Forbidden: cannot be set on create"],
    [
      { nodeName: "x", schedulingGates: [{ name: "a" }] },
      "spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
    ],
    [
      { containers: [{ name: "c", image: " i" }] },
      'spec.containers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
    ],
  ])("pod is refused on create: %j", (spec, problem) => {
    expect(created("pods", pod(spec)).problems).toContain(problem);
  });

  test("old annotations about AppArmor are warned of even in a pod that is refused", () => {
    const key = "container.apparmor.security.beta.kubernetes.io/c";
    const annotations = { [key]: "docker/default" };
    const { problems, warnings } = created("pods", pod({}, { metadata: { name: "p", annotations } }));
    expect(problems).toHaveLength(1);
    expect(warnings).toEqual([
      `metadata.annotations[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
    ]);
  });

  test.each<[place: string, from: JsonObject, problem: string]>([
    ["pods/resize", pod({ os: { name: "windows" } }), "windows pods cannot be resized"],
    ["pods/resize", MIRROR, "static pods cannot be resized"],
    ["pods/ephemeralcontainers", MIRROR, "static pods do not support ephemeral containers"],
  ])("%s is refused for the pod as a whole", (place, from, problem) => {
    expect(updated(place, from, from).problems).toEqual([`[]: Forbidden: ${problem}`]);
  });

  test("pod may change images, deadlines downwards and gain tolerations", () => {
    const old = pod({ activeDeadlineSeconds: 20 });
    const tolerations = [{ key: "a", operator: "Exists" }];
    const changed = pod({
      containers: [{ name: "c", image: "i:2" }],
      activeDeadlineSeconds: 10,
      tolerations,
    });
    const { object, problems } = updated("pods", old, changed);
    expect(problems).toEqual([]);
    expect(object.metadata.generation).toBe(2);
  });

  test("the status of a pod on its way out may change", () => {
    const metadata = { name: "p", namespace: "n", deletionTimestamp: "2026-07-01T12:00:00Z" };
    const old = pod({}, { metadata });
    const { object, problems } = updated("pods/status", old, { ...old, status: { phase: "Failed" } });
    expect(problems).toEqual([]);
    expect(object.metadata.deletionTimestamp).toBe("2026-07-01T12:00:00Z");
  });

  test("pod update quotes what may not change", () => {
    expect(updated("pods", pod(), pod({ hostname: "h" })).problems).toEqual([
      [
        "spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)",
        "@@ -64,7 +64,7 @@",
        '   "SELinuxChangePolicy": null',
        "  },",
        '  "ImagePullSecrets": null,',
        '- "Hostname": "",',
        '+ "Hostname": "h",',
        '  "Subdomain": "",',
        '  "Affinity": null,',
        '  "SchedulerName": "default-scheduler",',
        "",
      ].join("\n"),
    ]);
  });

  test.each<[old: JsonObject, spec: JsonObject, problem: string]>([
    [
      { activeDeadlineSeconds: 10 },
      {},
      "spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value",
    ],
    [
      { activeDeadlineSeconds: 10 },
      { activeDeadlineSeconds: 20 },
      "spec.activeDeadlineSeconds: Invalid value: 20: must be less than or equal to previous value",
    ],
    [
      {},
      { containers: [container, { ...container, name: "d" }] },
      "spec.containers: Forbidden: pod updates may not add or remove containers",
    ],
    [
      {},
      { schedulingGates: [{ name: "a" }] },
      "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'a'",
    ],
  ])("pod update from %j to %j is refused", (old, spec, problem) => {
    expect(updated("pods", pod(old), pod(spec)).problems).toContain(problem);
  });

  test("a new scheduling gate that is named twice is told once, with its last place", () => {
    const gates = { schedulingGates: [{ name: "a" }, { name: "a" }] };
    expect(
      updated("pods", pod({}), pod(gates)).problems.filter((one) => one.includes("only deletion")),
    ).toEqual([
      "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'a'",
    ]);
  });

  test("pod without a spec is refused, not misunderstood", () => {
    const { spec: _spec, ...bare } = pod();
    expect(created("pods", bare).problems).toContain("spec.containers: Required value");
    for (const resource of ["pods", "pods/resize", "pods/ephemeralcontainers"])
      expect(() => updated(resource, pod(), bare)).not.toThrow();
  });

  test("pod warns of names that make bad host names", () => {
    const body = pod();
    body.metadata = { name: "a.b", namespace: "n" };
    expect(createWarnings("pods", body)).toEqual([
      "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
    ]);
  });
});

describe("podEphemeralContainers", () => {
  const one = { name: "e", image: "i" };

  test("podEphemeralContainers takes new ones and nothing else", () => {
    const body = pod({ hostname: "h", ephemeralContainers: [one] });
    const { object, problems } = updated("pods/ephemeralcontainers", pod(), body);
    expect(problems).toEqual([]);
    expect(object.spec).toMatchObject({ ephemeralContainers: [{ name: "e" }] });
    expect(object.spec).not.toHaveProperty("hostname");
  });

  test("podEphemeralContainers refuses names of other containers", () => {
    const body = pod({ ephemeralContainers: [{ name: "c", image: "i" }] });
    expect(updated("pods/ephemeralcontainers", pod(), body).problems).toEqual([
      'spec.ephemeralContainers[0].name: Duplicate value: "c"',
    ]);
  });
});

describe("podResize", () => {
  const requests = (cpu: string): JsonObject => withResources({ requests: { cpu } });

  test("podResize changes amounts and nothing else", () => {
    const body = requests("2");
    (body.spec as JsonObject).hostname = "h";
    const { object, problems } = updated("pods/resize", requests("1"), body);
    expect(problems).toEqual([]);
    expect(object.spec).toMatchObject({ containers: [{ resources: { requests: { cpu: "2" } } }] });
    expect(object.spec).not.toHaveProperty("hostname");
  });

  test.each<[body: JsonObject, problem: string]>([
    [
      withResources({}),
      'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
    ],
    [
      withResources({}),
      "spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed",
    ],
    [
      withResources({ requests: { cpu: "1", "ephemeral-storage": "1" } }),
      "spec: Forbidden: only cpu and memory resources are mutable",
    ],
    [
      pod({ containers: [container, { ...container, name: "d" }] }),
      "spec.containers: Forbidden: containers may not be added or removed on resize",
    ],
  ])("podResize refuses #%#", (body, problem) => {
    expect(updated("pods/resize", requests("1"), body).problems).toContain(problem);
  });
});

describe("podStatus", () => {
  test("podStatus keeps the spec and checks addresses", () => {
    const body = pod({ hostname: "h" }, { status: { podIPs: [{ ip: "1.2.3" }] } });
    const { object, problems } = updated("pods/status", pod(), body);
    expect(object.spec).not.toHaveProperty("hostname");
    expect(problems[0]).toMatch(/^status\.podIPs\[0\]: Invalid value: "1\.2\.3": must be a valid IP address/);
  });
});

describe("podQosClass", () => {
  const both = { cpu: "1", memory: "1Gi" };
  test.each([
    [{}, "BestEffort"],
    [{ requests: { cpu: "0" } }, "BestEffort"],
    [{ requests: { "a.b/c": "1" }, limits: { "a.b/c": "1" } }, "BestEffort"],
    [{ requests: { cpu: "1" } }, "Burstable"],
    [{ limits: { cpu: "1" }, requests: { cpu: "1" } }, "Burstable"],
    [{ limits: both, requests: both }, "Guaranteed"],
    [{ limits: both, requests: { cpu: "1000m", memory: "1024Mi" } }, "Guaranteed"],
    [{ limits: both, requests: { cpu: "500m", memory: "1Gi" } }, "Burstable"],
  ])("podQosClass of %j is %s", (resources, qos) => {
    expect(podQosClass({ containers: [{ name: "c", resources }] })).toBe(qos);
  });
});

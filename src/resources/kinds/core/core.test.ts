import { describe, expect, test } from "vitest";
import { created, updated } from "../../../../test/tools/core-writes.tool.ts";
import type { JsonObject } from "../../../json/value.ts";

const object = (kind: string, fields: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name: "x", namespace: "n", ...metadata },
  ...fields,
});

describe("namespace", () => {
  const namespace = (fields: JsonObject = {}): JsonObject => object("Namespace", fields, { namespace: "" });

  test("namespace starts active, with the finalizer of the server", () => {
    const { object: stored, problems } = created(
      "namespaces",
      namespace({ status: { phase: "Terminating" } }),
    );
    expect(problems).toEqual([]);
    expect(stored).toMatchObject({ spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } });
  });

  test("namespace keeps its finalizers but at the finalize endpoint", () => {
    const bare = namespace({ spec: { finalizers: [] } });
    expect(updated("namespaces", namespace(), bare).object.spec).toEqual({ finalizers: ["kubernetes"] });
    expect(updated("namespaces/finalize", namespace(), bare).object.spec).not.toEqual({
      finalizers: ["kubernetes"],
    });
  });
});

describe("configMap", () => {
  test.each<[fields: JsonObject, problems: string[]]>([
    [{ data: { a: "b" }, binaryData: { c: "aGk=" } }, []],
    [
      { data: { a: "b" }, binaryData: { a: "aGk=" } },
      ['data[a]: Invalid value: "a": duplicate of key present in binaryData'],
    ],
    [{ data: { a: "x".repeat(1024 * 1024 + 1) } }, ["[]: Too long: may not be more than 1048576 bytes"]],
  ])("configMap #%# has these problems", (fields, problems) => {
    expect(created("configmaps", object("ConfigMap", fields)).problems).toEqual(problems);
  });

  test("configMap that is immutable stays as it is", () => {
    const old = object("ConfigMap", { immutable: true, data: { a: "b" } });
    expect(updated("configmaps", old, old).problems).toEqual([]);
    expect(updated("configmaps", old, object("ConfigMap", { data: { a: "c" } })).problems).toEqual([
      "immutable: Forbidden: field is immutable when `immutable` is set",
      "data: Forbidden: field is immutable when `immutable` is set",
    ]);
  });
});

describe("secret", () => {
  test.each<[fields: JsonObject, problems: string[]]>([
    [{}, []],
    [{ type: "kubernetes.io/tls", data: { "tls.crt": "", "tls.key": "" } }, []],
    [{ type: "kubernetes.io/tls", data: { "tls.crt": "" } }, ["data[tls.key]: Required value"]],
    [{ type: "kubernetes.io/ssh-auth" }, ["data[ssh-privatekey]: Required value"]],
    [
      { type: "kubernetes.io/basic-auth" },
      ["data[username]: Required value", "data[password]: Required value"],
    ],
    [{ type: "kubernetes.io/dockerconfigjson" }, ["data[.dockerconfigjson]: Required value"]],
    [
      { type: "kubernetes.io/service-account-token" },
      ["metadata.annotations[kubernetes.io/service-account.name]: Required value"],
    ],
  ])("secret %j has these problems", (fields, problems) => {
    expect(created("secrets", object("Secret", fields)).problems).toEqual(problems);
  });

  test("secret keeps its type", () => {
    const [old, changed] = [object("Secret", { type: "a" }), object("Secret", { type: "b" })];
    expect(updated("secrets", old, changed).problems).toEqual([
      'type: Invalid value: "b": field is immutable',
    ]);
  });
});

describe("service", () => {
  const port = { port: 80, protocol: "TCP" };
  const addressed = {
    clusterIP: "10.0.0.1",
    clusterIPs: ["10.0.0.1"],
    ipFamilies: ["IPv4"],
    ipFamilyPolicy: "SingleStack",
  };
  const service = (spec: JsonObject): JsonObject =>
    object("Service", { spec: { ...addressed, ports: [port], ...spec } });

  test.each<[spec: JsonObject, problems: string[]]>([
    [{}, []],
    [{ ports: [] }, ["spec.ports: Required value"]],
    [
      { ports: [{ port: 0, targetPort: 1 }] },
      ["spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive"],
    ],
    [
      { ports: [port, { port: 81 }] },
      ["spec.ports[0].name: Required value", "spec.ports[1].name: Required value"],
    ],
    [
      { ports: [{ port: 80, nodePort: 30000 }] },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      { sessionAffinity: "x" },
      ['spec.sessionAffinity: Unsupported value: "x": supported values: "ClientIP", "None"'],
    ],
    [
      { type: "LoadBalancer", clusterIP: "None", clusterIPs: ["None"] },
      ["spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for LoadBalancer services"],
    ],
  ])("service %j has these problems", (spec, problems) => {
    expect(created("services", service(spec)).problems).toEqual(problems);
  });

  test("service keeps its address while it has one", () => {
    const changed = service({ clusterIP: "10.0.0.2", clusterIPs: ["10.0.0.2"] });
    expect(updated("services", service({}), changed).problems).toContain(
      'spec.clusterIPs[0]: Invalid value: ["10.0.0.2"]: may not change once set',
    );
  });

  test("service gives up its address and node ports on becoming a name", () => {
    const old = service({ type: "NodePort", ports: [{ port: 80, nodePort: 30000 }] });
    const changed = service({
      type: "ExternalName",
      externalName: "a.b",
      ports: [{ port: 80, nodePort: 30000 }],
    });
    const { object: stored, problems } = updated("services", old, changed);
    expect(problems).toEqual([]);
    expect(stored.spec).not.toHaveProperty("clusterIP");
    expect(stored.spec).toMatchObject({ ports: [expect.not.objectContaining({ nodePort: 30000 })] });
  });
});

describe("limitRange", () => {
  test("limitRange wants minimum, default and maximum in order", () => {
    const limits = [{ type: "Container", min: { cpu: "2" }, max: { cpu: "1" }, default: { cpu: "3" } }];
    const { problems } = created("limitranges", object("LimitRange", { spec: { limits } }));
    expect(problems).toContain(
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
    );
  });
});

describe("resourceQuota", () => {
  test("resourceQuota keeps its scopes and wants whole numbers for counts", () => {
    const quota = (spec: JsonObject): JsonObject => object("ResourceQuota", { spec });
    expect(created("resourcequotas", quota({ hard: { pods: "1500m" } })).problems).toEqual([
      'spec.hard[pods]: Invalid value: "1500m": must be an integer',
    ]);
    const { problems } = updated("resourcequotas", quota({}), quota({ scopes: ["BestEffort"] }));
    expect(problems).toEqual(['spec.scopes: Invalid value: ["BestEffort"]: field is immutable']);
  });
});

describe("persistentVolumeClaim", () => {
  test("persistentVolumeClaim must say how much it wants and how it is used", () => {
    const { problems } = created("persistentvolumeclaims", object("PersistentVolumeClaim", { spec: {} }));
    expect(problems).toEqual([
      "spec.accessModes: Required value: at least 1 access mode is required",
      "spec.resources[storage]: Required value",
    ]);
  });
});

describe("node", () => {
  test("node keeps the network of its pods", () => {
    const node = (podCIDR: string): JsonObject =>
      object("Node", { spec: { podCIDR, podCIDRs: [podCIDR] } }, { namespace: "" });
    expect(created("nodes", node("10.0.0.0/24")).problems).toEqual([]);
    expect(updated("nodes", node("10.0.0.0/24"), node("10.0.1.0/24")).problems).not.toEqual([]);
  });
});

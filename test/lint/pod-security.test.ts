import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { JsonObject } from "../../src/json/value.ts";
import { applyMergePatch } from "../../src/patch/merge-patch.ts";
import { type InMemoryCluster, startInMemoryCluster } from "../tools/in-memory-cluster.tool.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples/policies");
const GROUP = "/apis/admissionregistration.k8s.io/v1";

/** A container that both levels allow. */
const container = (changes: JsonObject = {}): JsonObject =>
  applyMergePatch(
    {
      name: "c",
      image: "i",
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    },
    changes,
  ) as JsonObject;
const secure = (securityContext: JsonObject): JsonObject => container({ securityContext });

/** A pod that both levels allow, changed. */
const pod = (spec: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "p", ...metadata },
  spec: applyMergePatch(
    {
      containers: [container()],
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    },
    spec,
  ) as JsonObject,
});
const containing = (...containers: JsonObject[]): JsonObject => pod({ containers });
const secured = (securityContext: JsonObject): JsonObject => pod({ securityContext });

describe("examples/policies: the Pod Security Standards", () => {
  let cluster: InMemoryCluster;
  const create = (namespace: string, object: JsonObject) =>
    cluster.ask("POST", `/api/v1/namespaces/${namespace}/pods?dryRun=All`, object);

  beforeAll(async () => {
    cluster = await startInMemoryCluster();
    for (const level of ["baseline", "restricted"]) await install(level);
    const labels = (level: string) => ({ "pod-security.kubernetes.io/enforce": level });
    for (const name of ["baseline", "restricted", "privileged"])
      await cluster.ask("POST", "/api/v1/namespaces", { metadata: { name, labels: labels(name) } });
  });
  afterAll(() => cluster.stop());

  async function install(level: string): Promise<void> {
    for (const document of parseAllDocuments(readFileSync(join(EXAMPLES, `${level}.yaml`), "utf8"))) {
      const object = document.toJS() as JsonObject;
      const plural = object.kind === "ValidatingAdmissionPolicy" ? "policies" : "policybindings";
      const url = `${GROUP}/validatingadmission${plural}`;
      const { status, body } = await cluster.ask("POST", url, object);
      expect({ status, message: body.message }).toEqual({ status: 201, message: undefined });
    }
  }

  it.each([
    ["a pod with nothing special", pod()],
    ["capabilities for low ports", containing(secure({ capabilities: { add: ["NET_BIND_SERVICE"] } }))],
    [
      "usual volumes",
      pod({
        volumes: [
          { name: "v", emptyDir: {} },
          { name: "w", configMap: { name: "x" } },
        ],
      }),
    ],
    [
      "a profile for each container",
      {
        ...containing(secure({ seccompProfile: { type: "Localhost", localhostProfile: "x" } })),
      },
    ],
    ["init containers that are as careful", pod({ initContainers: [container({ name: "i" })] })],
    ["known sysctls", secured({ sysctls: [{ name: "net.ipv4.tcp_syncookies", value: "1" }] })],
    ["a user", secured({ runAsUser: 1000 })],
    [
      "probes of the pod itself",
      containing(container({ livenessProbe: { httpGet: { port: 80, path: "/" } } })),
    ],
  ])("restricted allows %s", async (_, object) => {
    expect((await create("restricted", object)).body.message).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ["host-namespaces", pod({ hostNetwork: true, hostPID: true }), "hostNetwork, hostPID"],
    ["privileged", containing(secure({ privileged: true, allowPrivilegeEscalation: null })), "c"],
    ["capabilities", containing(secure({ capabilities: { add: ["NET_ADMIN"] } })), "c"],
    ["host-path-volumes", pod({ volumes: [{ name: "v", hostPath: { path: "/" } }] }), "v"],
    ["host-ports", containing(container({ ports: [{ containerPort: 80, hostPort: 80 }] })), "c"],
    [
      "host-probes",
      containing(container({ readinessProbe: { tcpSocket: { port: 80, host: "1.2.3.4" } } })),
      "c",
    ],
    ["app-armor", secured({ appArmorProfile: { type: "Unconfined" } }), "the pod"],
    ["se-linux", secured({ seLinuxOptions: { user: "x" } }), "type must be one of containers"],
    ["proc-mount", pod({ hostUsers: false, containers: [secure({ procMount: "Unmasked" })] }), ""],
    ["seccomp", containing(secure({ seccompProfile: { type: "Unconfined" } })), "c"],
    ["sysctls", secured({ sysctls: [{ name: "kernel.msgmax", value: "1" }] }), "kernel.msgmax"],
    [
      "privileged",
      pod({
        initContainers: [{ ...secure({ privileged: true, allowPrivilegeEscalation: null }), name: "i" }],
      }),
      "i",
    ],
  ])("baseline refuses %s, the namespace privileged does not", async (control, object, shown) => {
    const refused = await create("baseline", object);
    if (shown === "") expect(refused.status).toBe(201);
    else {
      expect(refused.status).toBe(403);
      expect(refused.body.message).toContain(`ValidatingAdmissionPolicy 'pod-security-baseline-${control}'`);
      expect(refused.body.message).toContain(shown);
    }
    expect((await create("privileged", object)).status).toBe(201);
  });

  it.each<[string, JsonObject]>([
    ["volumes", pod({ volumes: [{ name: "v", nfs: { server: "s", path: "/" } }] })],
    ["privilege-escalation", containing(secure({ allowPrivilegeEscalation: null }))],
    ["run-as-non-root", secured({ runAsNonRoot: null })],
    ["run-as-non-root", containing(secure({ runAsNonRoot: false }))],
    ["run-as-user", secured({ runAsUser: 0 })],
    ["seccomp", secured({ seccompProfile: null })],
    ["capabilities", containing(secure({ capabilities: null }))],
    ["capabilities", containing(secure({ capabilities: { add: ["CHOWN"] } }))],
    ["proc-mount", pod({ hostUsers: false, containers: [secure({ procMount: "Unmasked" })] })],
  ])("restricted refuses %s, baseline does not", async (control, object) => {
    const refused = await create("restricted", object);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toContain(`ValidatingAdmissionPolicy 'pod-security-restricted-${control}'`);
    expect((await create("baseline", object)).status).toBe(201);
  });

  it("leaves pods alone that were there before their namespace was restricted", async () => {
    const url = "/api/v1/namespaces/late/pods";
    await cluster.ask("POST", "/api/v1/namespaces", { metadata: { name: "late" } });
    expect((await cluster.ask("POST", url, pod({ hostNetwork: true }))).status).toBe(201);
    const patch = { "content-type": "application/merge-patch+json" };
    const labels = { "pod-security.kubernetes.io/enforce": "restricted" };
    await cluster.ask("PATCH", "/api/v1/namespaces/late", { metadata: { labels } }, patch);
    const labelled = await cluster.ask("PATCH", `${url}/p`, { metadata: { labels: { a: "b" } } }, patch);
    expect(labelled.status).toBe(200);
    const other = { ...pod({ hostNetwork: true }), metadata: { name: "q" } };
    expect((await cluster.ask("POST", url, other)).status).toBe(403);
  });
});

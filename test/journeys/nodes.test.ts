import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueClient } from "../../src/http/certificates/issue.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

/** A pod on a node, with a Secret and a service account. */
const pod = (name: string, node: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  nodeName: ${node}
  containers:
  - {name: c, image: i, envFrom: [{secretRef: {name: of-${name}}}]}
---
apiVersion: v1
kind: Secret
metadata: {name: of-${name}}
---
apiVersion: v1
kind: Node
metadata: {name: ${node}}
`;

describe.each(sampled(findKubectls()))("nodes: kubectl $version", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;
  /** Runs kubectl as the node n1, only with its certificate. */
  const asNode = (command: string, input?: string) => {
    const connection = `--kubeconfig=/dev/null --server=${server.url} --certificate-authority=${dir}/certs/ca.crt`;
    const own = `--client-certificate=${dir}/n1.crt --client-key=${dir}/n1.key`;
    return kubectl(`${command} ${connection} ${own}`, input);
  };

  beforeAll(async () => {
    const authority = await createAuthority({ commonName: "nodes", now: Date.now() });
    const node = { commonName: "system:node:n1", organizations: ["system:nodes"], now: Date.now() };
    const { cert, key } = await issueClient(authority, node);
    writeFileSync(join(dir, "nodes.crt"), authority.cert);
    writeFileSync(join(dir, "n1.crt"), cert);
    writeFileSync(join(dir, "n1.key"), key);
    server = await startServer(
      dir,
      `--client-ca-file=${join(dir, "nodes.crt")}`,
      "--authorization-mode=Node,RBAC",
      "--enable-admission-plugins=NodeRestriction",
    );
    kubectl = kubectlOn(tool, server);
    await kubectl("apply -f -", pod("mine", "n1"));
    await kubectl("apply -f -", pod("other", "n2"));
  });
  afterAll(async () => {
    await server.stop();
    removeDataDir(dir);
  });

  test("a node reads what its pods refer to, and nothing else", async () => {
    expect((await asNode("get secret of-mine -o name")).stdout).toBe("secret/of-mine\n");
    expect((await asNode("get secret of-other")).stderr).toContain(
      "no relationship found between node 'n1' and this object",
    );
    expect((await asNode("get secrets")).stderr).toContain("No Object name found");
    await kubectl("delete pod mine --grace-period=0 --force");
    await expect.poll(async () => (await asNode("get secret of-mine")).code).toBe(1);
    await kubectl("apply -f -", pod("mine", "n1"));
    await expect.poll(async () => (await asNode("get secret of-mine")).code).toBe(0);
  });

  test("a node lists its pods by their field selector, and reads its Node", async () => {
    const own = await asNode("get pods -A -o name --field-selector=spec.nodeName=n1");
    expect(own.stdout).toBe("pod/mine\n");
    expect((await asNode("get pods -A")).stderr).toContain(
      "can only list/watch pods with spec.nodeName field selector",
    );
    expect((await asNode("get node n1 -o name")).stdout).toBe("node/n1\n");
    expect((await asNode("get node n2")).stderr).toContain(
      "node 'n1' cannot read 'n2', only its own Node object",
    );
  });

  test("a node writes the status of its pods, creates mirror pods, and labels its Node", async () => {
    const report = async (pod: string) => {
      const { stdout } = await kubectl(`get pod ${pod} -o json`);
      const status = { phase: "Running" };
      const body = JSON.stringify({ ...JSON.parse(stdout), status });
      return asNode(`replace --raw /api/v1/namespaces/default/pods/${pod}/status -f -`, body);
    };
    expect(JSON.parse((await report("mine")).stdout).status).toMatchObject({ phase: "Running" });
    expect((await report("other")).stderr).toContain(
      'node "n1" can only update pod status for pods with spec.nodeName set to itself',
    );
    const { stdout: uid } = await kubectl("get node n1 -o jsonpath={.metadata.uid}");
    const mirror = (name: string, more: string) => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  annotations: {kubernetes.io/config.mirror: x}
  ownerReferences: [{apiVersion: v1, kind: Node, name: n1, uid: ${uid}, controller: true}]
spec: {nodeName: n1, containers: [{name: c, image: i}]${more}}
`;
    expect((await asNode("create -f -", mirror("static", ""))).stdout).toBe("pod/static created\n");
    const greedy = await asNode(
      "create -f -",
      mirror("greedy", ", volumes: [{name: v, configMap: {name: m}}]"),
    );
    expect(greedy.stderr).toContain("can not create pods that reference configmaps");
    expect((await asNode("label node n1 example.com/a=b")).stdout).toContain("node/n1 labeled");
    expect((await asNode("label node n1 node-restriction.kubernetes.io/a=b")).stderr).toContain(
      "is not allowed to modify labels: node-restriction.kubernetes.io/a",
    );
  });

  test("a node asks for the tokens of its pods", async () => {
    const token = (pod: string, uid: string) =>
      asNode(
        `create token default --bound-object-kind=Pod --bound-object-name=${pod} --bound-object-uid=${uid}`,
      );
    if (Number(tool.version.slice(2)) < 24) return;
    const uidOf = async (pod: string) => (await kubectl(`get pod ${pod} -o jsonpath={.metadata.uid}`)).stdout;
    expect((await token("mine", await uidOf("mine"))).stdout).toMatch(/^ey/);
    expect((await token("other", await uidOf("other"))).stderr).toContain(
      "node requested token bound to a pod scheduled on a different node",
    );
  });
});

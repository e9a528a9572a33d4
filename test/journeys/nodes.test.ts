import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueClient } from "../../src/http/certificates/issue.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
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

describe.each(findKubectls())("nodes: kubectl $version", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;
  /** As the node n1, with its certificate only. */
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
});

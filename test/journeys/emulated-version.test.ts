import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { longTest } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const DRIVER = `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disks.example.com}
spec: {nodeAllocatableUpdatePeriodSeconds: 20}
`;
const PERIOD = "get csidriver disks.example.com -o jsonpath={.spec.nodeAllocatableUpdatePeriodSeconds}";

// One kubectl is enough, because only the server is tested here.
describe.each(findKubectls().slice(0, 1))("kubectl $version with Kubernetes 1.34", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    server = await startServer(dir, "--emulated-version=kube=1.34");
    kubectl = kubectlOn(tool, server);
  });
  afterAll(async () => {
    await server?.stop();
    removeDataDir(dir);
  });

  test("resources that came later are not there", async () => {
    const { stdout } = await kubectl("api-resources --api-group=admissionregistration.k8s.io -o name");
    expect(stdout).toContain("validatingadmissionpolicies");
    expect(stdout).not.toContain("mutatingadmissionpolicies");
    expect((await kubectl("get --raw /version")).stdout).toMatch(/"emulationMinor": ?"34"/);
  });

  longTest(
    "a field of a later feature is dropped, and stays where a newer server has stored it",
    async () => {
      await kubectl("apply -f -", DRIVER);
      expect((await kubectl(PERIOD)).stdout).toBe("");
      await server.stop();
      server = await startServer(dir);
      kubectl = kubectlOn(tool, server);
      await kubectl("apply --server-side --force-conflicts -f -", DRIVER);
      expect((await kubectl(PERIOD)).stdout).toBe("20");
      await server.stop();
      server = await startServer(dir, "--emulated-version=1.34");
      kubectl = kubectlOn(tool, server);
      await kubectl("label csidriver disks.example.com a=b");
      expect((await kubectl(PERIOD)).stdout).toBe("20");
    },
  );
});

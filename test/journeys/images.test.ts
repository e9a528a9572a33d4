import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Place } from "../access/case.ts";
import { startPlace } from "../access/place.ts";
import { kubeconfig } from "../access/token-cases.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const settings = (dir: string): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: ImagePolicyWebhook
  configuration:
    imagePolicy: {kubeConfigFile: ${dir}/images.yaml, retryBackoff: 1, defaultAllow: true}
`;

describe.each(sampled(findKubectls()))("images: kubectl $version", (tool) => {
  const dir = newDataDir();
  const log = join(dir, "audit.log");
  let place: Place & { close(): Promise<void> };
  let server: RunningServer;
  let kubectl: RunKubectl;
  /** Annotation about images in the audit event of a new pod. */
  const audited = (pod: string): string | undefined =>
    readFileSync(log, "utf8")
      .split("\n")
      .find((line) => line.includes('"verb":"create"') && line.includes(`"name":"${pod}"`))
      ?.match(/"imagepolicywebhook[^,}]*/)?.[0];

  beforeAll(async () => {
    place = await startPlace(dir);
    writeFileSync(join(dir, "images.yaml"), kubeconfig(place.hook, place.hookCa));
    writeFileSync(join(dir, "admission.yaml"), settings(dir));
    server = await startServer(
      dir,
      "--enable-admission-plugins=ImagePolicyWebhook",
      `--admission-control-config-file=${join(dir, "admission.yaml")}`,
      `--audit-log-path=${log}`,
    );
    kubectl = kubectlOn(tool, server);
  });
  afterAll(async () => {
    await server.stop();
    await place.close();
    removeDataDir(dir);
  });

  test("a service decides about images, and the audit log has what it says", async () => {
    expect((await kubectl("run good --image=allowed")).stdout).toBe("pod/good created\n");
    await expect.poll(() => audited("good")).toBe('"imagepolicywebhook.image-policy.k8s.io/seen":"yes"');
    const refused = await kubectl("run bad --image=denied");
    expect(refused.stderr).toContain(
      'pods "bad" is forbidden: image policy webhook backend denied one or more images: {"kind":"ImageReview"',
    );
  });

  test("a pod that is allowed because the service fails is noted", async () => {
    expect((await kubectl("run open --image=failing")).stdout).toBe("pod/open created\n");
    await expect
      .poll(() => audited("open"))
      .toBe('"imagepolicywebhook.image-policy.k8s.io/failed-open":"true"');
  });
});

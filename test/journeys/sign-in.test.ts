import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Place } from "../access/case.ts";
import { startPlace } from "../access/place.ts";
import { kubeconfig } from "../access/token-cases.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const PATIENCE_MS = 60_000;

describe.each(sampled(findKubectls()))("signing in: kubectl $version", (tool) => {
  const dir = newDataDir();
  let place: Place & { close(): Promise<void> };
  let server: RunningServer;
  let kubectl: RunKubectl;
  const sign = (groups: string[]) =>
    place.issuer.sign({ aud: "kubernetes", sub: "jane", groups, exp: Math.floor(Date.now() / 1000) + 3600 });
  /** Runs kubectl with a token, and without the certificate of the administrator. */
  const as = (token: string, command: string) => {
    const connection = `--kubeconfig=/dev/null --server=${server.url} --certificate-authority=${dir}/certs/ca.crt`;
    return kubectl(`${command} ${connection} --token=${token}`);
  };

  beforeAll(async () => {
    place = await startPlace(dir);
    writeFileSync(join(dir, "issuer.pem"), place.issuer.ca);
    writeFileSync(join(dir, "tokens.yaml"), kubeconfig(place.hook, place.hookCa));
    server = await startServer(
      dir,
      `--oidc-issuer-url=${place.issuer.url}`,
      "--oidc-client-id=kubernetes",
      `--oidc-ca-file=${join(dir, "issuer.pem")}`,
      "--oidc-username-prefix=-",
      "--oidc-groups-claim=groups",
      `--authentication-token-webhook-config-file=${join(dir, "tokens.yaml")}`,
    );
    kubectl = kubectlOn(tool, server);
    await kubectl("create clusterrolebinding readers --clusterrole=view --group=readers --group=g");
  });
  afterAll(async () => {
    await server.stop();
    await place.close();
    removeDataDir(dir);
  });

  test("a token of the issuer makes somebody a member of its groups", async () => {
    const token = await sign(["readers"]);
    await expect
      .poll(async () => (await as(token, "get configmaps")).said, { timeout: PATIENCE_MS })
      .toContain("kube-root-ca.crt");
    const refused = await as(await sign(["others"]), "get configmaps");
    expect(refused.said).toContain('User "jane" cannot list resource "configmaps"');
  });

  test("a token that only the service knows does the same; one that it does not know is refused", async () => {
    expect((await as("from-service", "get configmaps")).said).toContain("kube-root-ca.crt");
    expect((await as("from-service", "get secrets")).said).toContain('User "from-service" cannot list');
    expect((await as("refused", "get configmaps")).said).toMatch(/must be logged in|Unauthorized/);
  });
});

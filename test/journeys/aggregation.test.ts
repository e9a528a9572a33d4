import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureCertificates } from "../../src/http/certificates/ensure-certificates.ts";
import { findKubectls, kubectlOn, type RunKubectl, startKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const PATIENCE_MS = 60_000;
const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: boats.sea.example.com }
spec:
  group: sea.example.com
  scope: Namespaced
  names: { plural: boats, singular: boat, kind: Boat }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { sails: { type: integer, description: How many it has. } } }
`;
const SERVICE = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.sea.example.com }
spec:
  group: sea.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: { name: boats, namespace: default }
`;
const BOAT = `apiVersion: sea.example.com/v1
kind: Boat
metadata: { name: NAME, namespace: default }
spec: { sails: 2 }
`;

/** Another server with its own resource. It identifies users by headers of the first server. */
describe.each(sampled(findKubectls()))("an API server behind an APIService: kubectl $version", (tool) => {
  const dirs = { front: newDataDir(), back: newDataDir() };
  let front: RunningServer;
  let back: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    // The first start would make the same; the other server needs its authority before.
    const frontProxy = { commonName: "front-proxy-client", organizations: [] };
    await ensureCertificates({ certDir: join(dirs.front, "certs"), frontProxy });
    back = await startServer(
      dirs.back,
      `--requestheader-client-ca-file=${join(dirs.front, "certs/front-proxy-ca.crt")}`,
      "--requestheader-username-headers=X-Remote-User",
      "--requestheader-group-headers=X-Remote-Group",
    );
    front = await startServer(dirs.front, `--service=default/boats=${new URL(back.url).host}`);
    kubectl = kubectlOn(tool, front);
    await kubectlOn(tool, back)("apply -f -", DEFINITION);
    await kubectl("create service externalname boats --external-name localhost");
    await kubectl("apply -f -", SERVICE);
  });
  afterAll(async () => {
    await Promise.all([front.stop(), back.stop()]);
    for (const dir of Object.values(dirs)) removeDataDir(dir);
  });

  test("finds the authorities of clients and of the first server as a proxy", async () => {
    const { stdout } = await kubectl(
      "-n kube-system get configmap extension-apiserver-authentication -o jsonpath={.data}",
    );
    const pem = (name: string) => readFileSync(join(dirs.front, `certs/${name}.crt`), "utf8");
    expect(JSON.parse(stdout)).toEqual({
      "client-ca-file": pem("ca"),
      "requestheader-allowed-names": '["front-proxy-client"]',
      "requestheader-client-ca-file": pem("front-proxy-ca"),
      "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
      "requestheader-group-headers": '["X-Remote-Group"]',
      "requestheader-username-headers": '["X-Remote-User"]',
    });
  });

  test("is available, and its resources are found", async () => {
    const { said } = await kubectl(
      "wait --for=condition=Available apiservice/v1.sea.example.com --timeout=60s",
    );
    expect(said).toContain("condition met");
    // The server behind it may have answered before its definition was in effect.
    const resources = async () => (await kubectl("api-resources --api-group=sea.example.com")).said;
    await expect.poll(resources, { timeout: PATIENCE_MS }).toMatch(/boats.*Boat/);
    expect((await kubectl("explain boats.spec.sails")).said).toContain("How many it has.");
  });

  test("stores what goes through the first server, and is watched through it", async () => {
    const watching = startKubectl(tool, front, "get boats --watch-only -o name");
    let told = "";
    watching.stdout?.on("data", (text) => {
      told += String(text);
    });
    const make = (name: string) => kubectl("apply -f -", BOAT.replace("NAME", name));
    let made = 0;
    const toldAfterNext = async (): Promise<string> => {
      await make(`boat-${made++}`);
      return told;
    };
    await expect.poll(toldAfterNext, { timeout: PATIENCE_MS }).toContain("boat.sea.example.com/boat-");
    watching.kill();
    await once(watching, "close");
    expect((await kubectlOn(tool, back)("get boat boat-0 -o jsonpath={.spec.sails}")).stdout).toBe("2");
    expect((await kubectl("delete boat boat-0")).said).toContain('"boat-0" deleted');
    expect((await kubectl("get boat boat-0")).said).toContain('boats.sea.example.com "boat-0" not found');
  });

  test("decides itself what a user may, whom the first server names", async () => {
    await kubectl("create clusterrole boats --verb=list --resource=boats.sea.example.com");
    await kubectl("create clusterrolebinding boats --clusterrole=boats --user=jane");
    const asJane = () => kubectl("get boats --as=jane");
    await expect
      .poll(async () => (await asJane()).said, { timeout: PATIENCE_MS })
      .toContain(
        'User "jane" cannot list resource "boats" in API group "sea.example.com" in the namespace "default"',
      );
    const backend = kubectlOn(tool, back);
    await backend("create clusterrole boats --verb=list --resource=boats.sea.example.com");
    await backend("create clusterrolebinding boats --clusterrole=boats --user=jane");
    await expect.poll(async () => (await asJane()).code, { timeout: PATIENCE_MS }).toBe(0);
  });
});

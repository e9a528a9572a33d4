import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShadowReport } from "../../src/replay/shadow/shadow-report.ts";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { newDataDir, type RunningServer, removeDataDir, runProgram, startServer } from "../parts/server.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/recordings/new.yaml");
const PATIENCE_MS = 60_000;

const pod = (name: string, image: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { containers: [{ name: "a", image }] },
  });

describe.each(findKubectls().slice(0, 1))("serve --shadow: kubectl $version", (tool) => {
  const dir = newDataDir();
  const folder = join(dir, "new");
  let server: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    mkdirSync(folder);
    copyFileSync(EXAMPLE, join(folder, "policy.yaml"));
    server = await startServer(
      dir,
      "--in-memory",
      "--shadow",
      folder,
      "--disable-admission-plugins",
      "ServiceAccount",
    );
    kubectl = kubectlOn(tool, server);
    await kubectl("create namespace shop");
    await kubectl("label namespace shop team=shop");
  });
  afterAll(async () => {
    await server.stop();
    removeDataDir(dir);
  });

  async function report(isThere: (report: ShadowReport) => boolean): Promise<ShadowReport> {
    for (const until = Date.now() + PATIENCE_MS; ; await setTimeout(20)) {
      const found: ShadowReport = JSON.parse((await server.fetch("GET", "/shadow")).text);
      if (isThere(found)) return found;
      if (Date.now() > until) throw new Error(JSON.stringify(found));
    }
  }

  test("a policy that is not in effect refuses nothing, and /shadow says whom it would refuse", async () => {
    for (const name of ["one", "two"])
      expect((await kubectl("-n shop apply -f -", pod(name, "docker.io/web"))).said).toBe(
        `pod/${name} created\n`,
      );
    expect((await kubectl("-n shop apply -f -", pod("good", "registry.example.com/web"))).code).toBe(0);
    const { groups } = await report((found) => found.changed["newly-denied"] === 2 && found.waiting === 0);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      kind: "newly-denied",
      cause: "ValidatingAdmissionPolicy/our-registry with binding our-registry refuses it",
      count: 2,
      example: { request: "CREATE pods (v1) one in shop as admin" },
    });
  });

  test("explain opens the example of a group", async () => {
    const { groups } = await report((found) => found.groups.length > 0);
    const id = groups[0]?.example.id ?? "";
    const { stdout, stderr } = await runProgram("explain", "--shadow", id, "--kubeconfig", server.kubeconfig);
    expect(stderr).toBe("");
    expect(stdout).toContain("✗ policy our-registry (our-registry) was asked");
    expect(stdout).toContain("had no effect");
  });

  test("who has no right to it is refused", async () => {
    expect((await server.fetch("GET", "/shadow", { token: "jane-token" })).status).toBe(403);
    expect((await server.fetch("GET", "/shadow/x", { token: "" })).status).toBe(403);
  });

  test("files that change are read again, new ones too", async () => {
    const { since } = await report(() => true);
    const text = readFileSync(EXAMPLE, "utf8").replaceAll("our-registry", "same-registry");
    writeFileSync(join(folder, "more.yaml"), text);
    await report((found) => found.since !== since);
    await kubectl("-n shop apply -f -", pod("three", "docker.io/web"));
    const { groups } = await report((found) => found.changed["newly-denied"] > 0);
    expect(groups[0]?.by.map(({ name }) => name).sort()).toEqual(["our-registry", "same-registry"]);
    writeFileSync(join(folder, "more.yaml"), "kind: [");
    writeFileSync(join(folder, "policy.yaml"), "");
    // An unreadable file does not change the report.
    expect((await report(() => true)).groups).toHaveLength(1);
  });
});

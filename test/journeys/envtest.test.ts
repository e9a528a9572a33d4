import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isShort, longTest } from "../parts/sampled.ts";
import { builtProgram } from "../parts/server.ts";
import { newestEtcd, startEtcd } from "../process/etcd.mjs";
import { freePort } from "../process/free-port.mjs";

const dir = mkdtempSync(join(tmpdir(), "sallyport-envtest-"));
const started: ReturnType<typeof spawn>[] = [];

async function until(url: string): Promise<string> {
  const textOf = async () => {
    const answer = await fetch(url).catch(() => undefined);
    return answer?.status === 200 ? answer.text() : undefined;
  };
  let text: string | undefined;
  await expect.poll(async () => (text = await textOf())).toBeDefined();
  return text ?? "";
}

function start(name: string, args: readonly string[]): ReturnType<typeof spawn> {
  const child = spawn(join(dir, name), args, { stdio: "ignore" });
  started.push(child);
  return child;
}

async function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

describe("envtest", () => {
  beforeAll(() => {
    const { status } = spawnSync(process.execPath, [builtProgram(), "envtest", dir]);
    expect(status).toBe(0);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    for (const child of started) child.kill("SIGKILL");
    await Promise.all(started.map(ended));
    rmSync(dir, { recursive: true, force: true });
  });

  test.each(["kube-apiserver", "etcd"])("writes a %s that tells its flags", (name) => {
    expect(statSync(join(dir, name)).mode & 0o111).toBe(0o111);
    const { status, stdout } = spawnSync(join(dir, name), ["--help"], { encoding: "utf8" });
    expect(status).toBe(0);
    expect(stdout).not.toMatch(/^\s*--insecure-port\b/m);
    expect(stdout).toMatch(name === "etcd" ? /^\s*--unsafe-no-fsync\b/m : /^\s*--etcd-servers\b/m);
  });

  test("they tell their versions", () => {
    const versionOf = (name: string) =>
      spawnSync(join(dir, name), ["--version"], { encoding: "utf8" }).stdout;
    expect(versionOf("kube-apiserver")).toMatch(/^Kubernetes v1\.\d+\.\d+/);
    expect(versionOf("etcd")).toMatch(/^etcd Version: /);
  });

  test("kubectl is the one on PATH, or says where to get one", () => {
    const folder = join(dir, "path");
    mkdirSync(folder);
    const run = () =>
      spawnSync(join(dir, "kubectl"), ["a b"], { encoding: "utf8", env: { PATH: `${dir}:${folder}` } });
    expect(run()).toMatchObject({
      status: 127,
      stderr: expect.stringContaining("kubernetes.io/docs/tasks/tools"),
    });
    writeFileSync(join(folder, "kubectl"), '#!/bin/sh\necho "real $1"\n', { mode: 0o755 });
    expect(run()).toMatchObject({ status: 0, stdout: "real a b\n" });
  });

  const installed = newestEtcd();
  test.skipIf(installed === undefined || isShort)("a real etcd is used", async () => {
    if (installed === undefined) return;
    const etcd = await startEtcd(installed);
    const port = await freePort();
    start("kube-apiserver", [
      `--etcd-servers=${etcd.endpoint}`,
      `--secure-port=${port}`,
      "--bind-address=127.0.0.1",
      `--cert-dir=${join(dir, "own")}`,
    ]);
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    expect(await until(`https://127.0.0.1:${port}/healthz`)).toBe("ok");
    const key = Buffer.from("/registry/namespaces/default").toString("base64");
    const found = await fetch(`${etcd.endpoint}/v3/kv/range`, {
      method: "POST",
      body: JSON.stringify({ key }),
    });
    expect(await found.json()).toMatchObject({ count: "1" });
    await etcd.stop();
  });

  longTest("they start as a pair, and the objects outlive the server", async () => {
    const [etcd, port] = [await freePort(), await freePort()];
    const client = `http://127.0.0.1:${etcd}`;
    start("etcd", [
      `--listen-client-urls=${client}`,
      `--data-dir=${join(dir, "data")}`,
      "--unsafe-no-fsync=true",
    ]);
    expect(await until(`${client}/health`)).toContain('"health":"true"');
    const flags = [
      "--allow-privileged=true",
      "--authorization-mode=RBAC",
      "--bind-address=127.0.0.1",
      "--disable-admission-plugins=ServiceAccount",
      `--etcd-servers=${client}`,
      `--secure-port=${port}`,
      "--service-account-issuer=https://127.0.0.1/",
      "--service-cluster-ip-range=10.0.0.0/24",
      "--feature-gates=AllAlpha=false",
      "-v=4",
    ];
    const kubeconfig = join(dir, "data/sallyport/kubeconfig");
    const kubectl = (...args: string[]) =>
      spawnSync("kubectl", ["--kubeconfig", kubeconfig, ...args], { encoding: "utf8" });
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const first = start("kube-apiserver", flags);
    expect(await until(`https://127.0.0.1:${port}/healthz`)).toBe("ok");
    const hasKubectl = kubectl("version", "--client").status === 0;
    if (hasKubectl) expect(kubectl("create", "configmap", "kept").status).toBe(0);
    first.kill("SIGTERM");
    expect(await ended(first)).toBe(0);
    start("kube-apiserver", flags);
    expect(await until(`https://127.0.0.1:${port}/healthz`)).toBe("ok");
    if (hasKubectl) expect(kubectl("get", "configmap", "kept").status).toBe(0);
  });

  test("refuses a flag that nobody knows", () => {
    const { status, stderr } = spawnSync(join(dir, "kube-apiserver"), ["--no-such-flag=1"], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("unknown flag: --no-such-flag");
  });
});

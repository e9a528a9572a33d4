import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const PROGRAM = join(homedir(), ".cache/sallyport-oracle/kube-apiserver");

/** Whether the reference is built here. */
export const hasReference = (): boolean => existsSync(PROGRAM);

export interface ReferenceServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** kube-apiserver over an etcd that somebody else runs; it stores JSON. Its token is `admin-token`. */
export async function startReference(etcd: string): Promise<ReferenceServer> {
  const dir = mkdtempSync(join(tmpdir(), "sallyport-reference-"));
  const port = await freePort();
  spawnSync("openssl", ["genrsa", "-out", "sa.key", "2048"], { cwd: dir });
  writeFileSync(join(dir, "tokens.csv"), 'admin-token,admin,admin-uid,"system:masters"\n');
  const flags = [
    `--etcd-servers=${etcd}`,
    "--storage-media-type=application/json",
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    "--cert-dir=certs",
    "--service-account-issuer=https://kubernetes.default.svc",
    "--service-account-key-file=sa.key",
    "--service-account-signing-key-file=sa.key",
    "--token-auth-file=tokens.csv",
    "--authorization-mode=RBAC",
    "--service-cluster-ip-range=10.0.0.0/24",
    "--disable-admission-plugins=ServiceAccount",
  ];
  const child = spawn(PROGRAM, flags, { cwd: dir, stdio: "ignore" });
  await ready(port);
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => {
          rmSync(dir, { recursive: true, force: true });
          resolve();
        });
        child.kill("SIGKILL");
      }),
  };
}

async function ready(port: number): Promise<void> {
  const ask = ["-sk", "-H", "Authorization: Bearer admin-token", `https://127.0.0.1:${port}/readyz`];
  for (let i = 0; i < 300; i++) {
    if (spawnSync("curl", ask, { encoding: "utf8" }).stdout === "ok") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the reference does not become ready");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

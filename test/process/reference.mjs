import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { endWithParent } from "./end-with-parent.mjs";
import { freePort } from "./free-port.mjs";

/**
 * Folder of the programs that are built from Kubernetes' source: kube-apiserver, etcd, kubectl, of the version that the
 * server has. `BIN` names another one.
 */
export const REFERENCE_BIN = process.env.BIN ?? join(homedir(), ".cache/sallyport-oracle-1.37");

const PROGRAM = join(REFERENCE_BIN, "kube-apiserver");
const PATIENCE_MS = 120_000;

/**
 * True if kube-apiserver is built here. A sample of the tests (SALLYPORT_SAMPLE) runs without it, because its start
 * takes seconds.
 */
export const hasReference = () => process.env.SALLYPORT_SAMPLE === undefined && existsSync(PROGRAM);

/**
 * Starts kube-apiserver over an etcd that the caller runs, with the rights and plugins of the server that it is
 * compared with. Its token is `admin-token`. `mediaType` is the storage format; its own default is protobuf. `flags`
 * are last and override all others. `program`: the kube-apiserver of another version.
 */
export async function startReference(
  etcd,
  { mediaType = "application/vnd.kubernetes.protobuf", flags: more = [], program = PROGRAM } = {},
) {
  const dir = mkdtempSync(join(tmpdir(), "sallyport-reference-"));
  const port = await freePort();
  spawnSync("openssl", ["genrsa", "-out", "sa.key", "2048"], { cwd: dir });
  writeFileSync(join(dir, "tokens.csv"), 'admin-token,admin,admin-uid,"system:masters"\n');
  const flags = [
    `--etcd-servers=${etcd}`,
    `--storage-media-type=${mediaType}`,
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    "--cert-dir=certs",
    "--service-account-issuer=https://kubernetes.default.svc",
    "--service-account-key-file=sa.key",
    "--service-account-signing-key-file=sa.key",
    "--token-auth-file=tokens.csv",
    ...(more.some((flag) => flag.startsWith("--authorization-")) ? [] : ["--authorization-mode=RBAC"]),
    "--service-cluster-ip-range=10.0.0.0/24",
    ...withoutServiceAccounts(more),
    "--allow-privileged=true",
    ...more,
  ];
  const child = endWithParent(spawn(program, flags, { cwd: dir, stdio: "ignore" }));
  const ended = once(child, "exit");
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await ready(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid, ca: readFileSync(join(dir, "certs/apiserver.crt"), "utf8"), stop };
}

/**
 * The plugin ServiceAccount is off unless flags enable it, because no controller creates the accounts that pods need.
 */
export const withoutServiceAccounts = (flags) => {
  const asked = flags.find((flag) => flag.startsWith("--enable-admission-plugins="))?.split(/[=,]/) ?? [];
  return asked.includes("ServiceAccount") ? [] : ["--disable-admission-plugins=ServiceAccount"];
};

async function ready(port, child) {
  // Asynchronous, because this process may run services that the server calls before it is ready.
  const run = promisify(execFile);
  const ask = [
    "-sk",
    "--max-time",
    "10",
    "-H",
    "Authorization: Bearer admin-token",
    `https://127.0.0.1:${port}/readyz`,
  ];
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && child.exitCode === null) {
    const { stdout } = await run("curl", ask).catch(() => ({ stdout: "" }));
    if (stdout === "ok") return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("kube-apiserver does not become ready");
}

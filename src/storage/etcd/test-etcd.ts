import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

/** An etcd of this machine. */
export interface FoundEtcd {
  readonly path: string;
  /** `3.4`. */
  readonly version: string;
}

/** ETCD names one; else every different one found: in the PATH, and beside a reference server. */
export function findEtcds(): readonly FoundEtcd[] {
  const named = process.env.ETCD;
  const candidates = named ? [named] : ["etcd", join(homedir(), ".cache/sallyport-oracle/etcd")];
  const found = new Map<string, FoundEtcd>();
  for (const path of candidates) {
    if (path.includes("/") && !existsSync(path)) continue;
    const { stdout, status } = spawnSync(path, ["--version"], { encoding: "utf8", env: environment() });
    const version = status === 0 ? /etcd Version: (\d+\.\d+)/.exec(stdout)?.[1] : undefined;
    if (version !== undefined && !found.has(version)) found.set(version, { path, version });
  }
  return [...found.values()];
}

/** Debian's etcd runs on other machines than AMD's only when it is told so. */
const environment = () => ({
  ...process.env,
  ...(process.arch === "arm64" ? { ETCD_UNSUPPORTED_ARCH: "arm64" } : {}),
});

export interface RunningEtcd {
  readonly endpoint: string;
  /** Ends it at once; `restart` brings it back over the same data. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** An etcd with a folder of its own, which forgets nothing but is not afraid of power cuts. */
export async function startEtcd({ path, version }: FoundEtcd): Promise<RunningEtcd> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-etcd-"));
  const [port, peerPort] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  const unsafe = version === "3.4" ? "--unsafe-no-fsync" : "--unsafe-no-fsync=true";
  const flags = [
    ...["--data-dir", folder, "--log-level", "error", "--logger", "zap"],
    ...["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint],
    ...[
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `default=${peer}`,
    ],
    ...(version === "3.4" ? [] : [unsafe]),
  ];
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    child = spawn(path, flags, { stdio: "ignore", env: environment() });
    await answering(endpoint);
  };
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  await start();
  return {
    endpoint,
    kill,
    restart: start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(endpoint: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const healthy = await fetch(`${endpoint}/health`).then(
      (answer) => answer.json() as Promise<{ health: unknown }>,
      () => undefined,
    );
    if (String(healthy?.health) === "true") return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`etcd does not answer at ${endpoint}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endWithParent } from "./end-with-parent.mjs";
import { freePort } from "./free-port.mjs";
import { REFERENCE_BIN } from "./reference.mjs";

/** A busy machine may need long; what ends before that is told at once. */
const PATIENCE_MS = 120_000;
const ATTEMPTS = 5;
/** A single member elects itself, so it can use shorter timeouts than a cluster. */
const ALONE = ["--heartbeat-interval", "10", "--election-timeout", "100"];

/** ETCD names one; else every different one of this machine: in the PATH, and beside a reference server. */
export function findEtcds() {
  const named = process.env.ETCD;
  const candidates = named ? [named] : ["etcd", join(REFERENCE_BIN, "etcd")];
  const found = new Map();
  for (const path of candidates) {
    if (path.includes("/") && !existsSync(path)) continue;
    const { stdout, status } = spawnSync(path, ["--version"], { encoding: "utf8", env: environment() });
    const version = status === 0 ? /etcd Version: (\d+\.\d+)/.exec(stdout)?.[1] : undefined;
    if (version !== undefined && !found.has(version)) found.set(version, { path, version });
  }
  return [...found.values()];
}

/** The newest etcd of this machine; undefined: there is none. */
export const newestEtcd = () => findEtcds().at(-1);

/** Debian's etcd runs on other machines than AMD's only when it is told so. */
const environment = () => ({
  ...process.env,
  ...(process.arch === "arm64" ? { ETCD_UNSUPPORTED_ARCH: "arm64" } : {}),
});

/** One etcd alone. See `startEtcdMembers`. */
export async function startEtcd(found, options) {
  const { members, stop } = await startEtcdMembers(found, { ...options, count: 1 });
  return { ...members[0], stop };
}

/**
 * Members of one etcd, each with a folder and free ports of its own; `tls`: with certificates. Where another process was
 * quicker to take a port, everything is begun again. Rejects with etcd's last words.
 */
export async function startEtcdMembers(found, { count = 1, durable = false, flags = [], tls } = {}) {
  for (let attempt = 1; ; attempt++) {
    const folder = mkdtempSync(join(tmpdir(), "sallyport-etcd-"));
    const plans = await Promise.all(Array.from({ length: count }, (_, n) => planMember(n, folder, tls)));
    const cluster = plans.map(({ name, peer }) => `${name}=${peer}`).join(",");
    const members = plans.map((plan) =>
      memberOf(found, plan, cluster, durable, [...(count === 1 ? ALONE : []), ...flags]),
    );
    const stop = async () => {
      await Promise.all(members.map((member) => member.kill()));
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      await Promise.all(members.map((member) => member.restart()));
      return { members, stop };
    } catch (error) {
      await stop();
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function planMember(n, folder, tls) {
  const [plain, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`);
  const plan = { name: `m${n}`, health: plain, peer, folder: join(folder, `m${n}`) };
  if (tls === undefined) return { ...plan, endpoint: plain, certificates: [] };
  const certificates = [
    ...["--cert-file", tls.cert, "--key-file", tls.key, "--client-cert-auth", "--trusted-ca-file", tls.ca],
    ...["--listen-metrics-urls", plain],
  ];
  return { ...plan, endpoint: `https://127.0.0.1:${await freePort()}`, certificates };
}

function memberOf({ path, version }, plan, cluster, durable, more) {
  const { name, endpoint, health, peer, folder, certificates } = plan;
  const flags = [
    ...["--name", name, "--data-dir", folder, "--log-level", "error", "--logger", "zap"],
    ...["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster],
    ...certificates,
    // Not afraid of power cuts; 3.4 cannot be told so.
    ...(durable || version === "3.4" ? [] : ["--unsafe-no-fsync"]),
    ...more,
  ];
  let running;
  return {
    endpoint,
    peer,
    get pid() {
      return running?.child.pid;
    },
    async restart() {
      running = run(path, flags);
      await answering(health, running);
    },
    async kill() {
      running?.child.kill("SIGKILL");
      await running?.ended;
    },
  };
}

function run(path, flags) {
  const child = endWithParent(
    spawn(path, flags, { stdio: ["ignore", "ignore", "pipe"], env: environment() }),
  );
  const state = { child, said: "", over: false, ended: undefined };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    state.said = (state.said + text).slice(-2000);
  });
  state.ended = once(child, "close").then(() => {
    state.over = true;
  });
  return state;
}

/** Until it takes part in a cluster that has a leader. */
async function answering(endpoint, state) {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until && !state.over) {
    const healthy = await fetch(`${endpoint}/health`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.json(),
      () => undefined,
    );
    if (String(healthy?.health) === "true") return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`etcd ${state.over ? "ended" : "does not answer"} at ${endpoint}: ${state.said}`);
}

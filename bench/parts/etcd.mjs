import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

/** The newest etcd of this machine: beside the reference, else Debian's. Undefined: there is none. */
export function findEtcd() {
  const built = join(process.env.BIN ?? join(homedir(), ".cache/sallyport-oracle"), "etcd");
  if (existsSync(built)) return built;
  return spawnSync("etcd", ["--version"]).status === 0 ? "etcd" : undefined;
}

/** An etcd that writes to disk as it should, with its data in `folder`. */
export async function startEtcd(folder) {
  const [endpoint, peer] = [await freeUrl(), await freeUrl()];
  const flags = [
    ...["--data-dir", folder, "--logger", "zap", "--log-level", "error"],
    ...["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint],
    ...[
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `default=${peer}`,
    ],
  ];
  const child = spawn(findEtcd(), flags, { stdio: "ignore" });
  for (let i = 0; i < 200; i++) {
    const healthy = await fetch(`${endpoint}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return { endpoint, stop: () => child.kill("SIGKILL") };
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill("SIGKILL");
  throw new Error("etcd did not become healthy");
}

function freeUrl() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(`http://127.0.0.1:${port}`));
    });
  });
}

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { sharedPath } from "../../scripts/parts/shared.mjs";

const BIN = process.env.BIN ?? join(homedir(), ".cache/sallyport-oracle");
const UP = sharedPath("oracle/up.sh");

/** Why kube-apiserver cannot run here; undefined when it can. */
export function referenceLacking() {
  if (!existsSync(UP)) return "the scripts that start it are not there";
  return existsSync(join(BIN, "kube-apiserver")) ? undefined : "it has not been built";
}

/** Starts kube-apiserver with etcd on free ports, with the rights and plugins of the server that it is compared with. */
export async function startReference() {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-reference-"));
  const port = await freePort();
  const made = spawnSync("bash", [UP, folder, String(port)], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (made.status !== 0) throw new Error(`kube-apiserver did not start: ${made.stderr}`);
  const pid = Number(readFileSync(join(folder, "api.pid"), "utf8"));
  const stop = () => {
    spawnSync("bash", [sharedPath("oracle/down.sh"), folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, pid, ca: readFileSync(join(folder, "certs/apiserver.crt"), "utf8"), stop };
}

/** A port with two free ones after it, for etcd. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

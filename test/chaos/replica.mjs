import { readFileSync } from "node:fs";
import { startProxy } from "../informers/proxy.mjs";
import { createClient } from "../kill/client.mjs";
import { freePort } from "../process/free-port.mjs";
import { startServer, stopServer } from "../process/start-server.mjs";

/** Short, so that many requests of a stopped server have timed out when it continues. */
const REQUEST_MS = 3000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server with separate connections to each member of etcd, which restarts on the same port. */
export async function startReplica({ n, dist, dataDir, members, processes }) {
  const port = await freePort();
  const links = await Promise.all(members.map(({ endpoint }) => linkTo(endpoint)));
  const endpoints = links.map((link) => `http://127.0.0.1:${link.port}`).join(",");
  const flags = [
    "--secure-port",
    String(port),
    "--etcd-servers",
    endpoints,
    "--processes",
    String(processes),
  ];
  let ended = false;
  let server = await startServer({ dist, dataDir, flags });
  const { ca } = server;

  /** Retries until the server runs: it cannot start while etcd has no leader. */
  async function start() {
    while (!ended) {
      try {
        server = await startServer({ dist, dataDir, flags });
        return;
      } catch {
        await pause(300);
      }
    }
  }

  return {
    n,
    port,
    ca,
    client: createClient({ port, ca }, { timeoutMs: REQUEST_MS }),
    links,
    async kill() {
      server.child.kill("SIGKILL");
      await server.exited;
    },
    /** Kills one of its processes, not their parent. */
    killProcess() {
      const { pid } = server.child;
      const all = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
      const one = all[Math.floor(Math.random() * all.length)];
      if (one > 0) process.kill(one, "SIGKILL");
    },
    start,
    signal: (name) => server.child.kill(name),
    async stop() {
      ended = true;
      server.child.kill("SIGCONT");
      await stopServer(server);
      for (const link of links) link.close();
    },
  };
}

async function linkTo(endpoint) {
  const proxy = await startProxy();
  proxy.leadTo(Number(new URL(endpoint).port));
  return proxy;
}

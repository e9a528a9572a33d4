import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request as httpsRequest } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls, kubectlOn } from "../parts/kubectl.ts";
import { isShort, longTest } from "../parts/sampled.ts";
import { ADMIN_TOKEN, newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { newestEtcd, type RunningEtcd, startEtcd } from "../process/etcd.mjs";

const found = newestEtcd();
const MAPS = "/api/v1/namespaces/default/configmaps";
const PATIENCE = { timeout: 120_000, interval: 100 };

/** Process numbers of the servers behind a parent. */
const serversOf = (parent: number | undefined): number[] =>
  spawnSync("ps", ["-o", "pid=,args=", "--ppid", String(parent)], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((line) => line.includes(" serve "))
    .map((line) => Number.parseInt(line, 10));

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};

const map = (name: string): string => JSON.stringify({ metadata: { name }, data: { k: "v" } });

/** A connection that stays open, and the server that it belongs to. */
class Connection {
  readonly #server: RunningServer;
  readonly #agent: Agent;

  constructor(server: RunningServer, keepAlive = true) {
    const ca = readFileSync(join(server.dir, "certs/ca.crt"));
    this.#server = server;
    this.#agent = new Agent({ keepAlive, maxSockets: 1, ca });
  }

  /** Resolves with the status; 0: the connection has broken. */
  send(method: string, path: string, body?: string): Promise<number> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
    const options = { method, headers, agent: this.#agent };
    return new Promise((resolve) => {
      httpsRequest(new URL(path, this.#server.url), options, (answer) =>
        answer
          .resume()
          .on("end", () => resolve(answer.statusCode ?? 0))
          .on("error", () => resolve(0)),
      )
        .on("error", () => resolve(0))
        .end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** With a folder, the parent has the store. */
const stores = found === undefined || isShort ? (["a folder"] as const) : (["a folder", "etcd"] as const);

describe.each(stores)("serve --processes 2 over %s", (store) => {
  let etcd: RunningEtcd | undefined;
  let server: RunningServer;
  const dirs: string[] = [];
  const start = (...flags: string[]): Promise<RunningServer> => {
    const dir = newDataDir();
    dirs.push(dir);
    const place = etcd === undefined ? [] : ["--etcd-servers", etcd.endpoint];
    return startServer(dir, ...place, "--processes", "2", ...flags);
  };

  beforeAll(async () => {
    if (store === "etcd" && found !== undefined) etcd = await startEtcd(found);
    server = await start("--audit-log-path", "audit.log", "--audit-log-maxsize", "1");
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await etcd?.stop();
    for (const dir of dirs) removeDataDir(dir);
  });

  test("the start message comes once, with the number of processes", () => {
    expect(server.screen.match(/is ready at/g)).toHaveLength(1);
    expect(server.screen).toContain("with 2 processes");
    expect(serversOf(server.pid)).toHaveLength(2);
  });

  test.skipIf(findKubectls().length === 0)(
    "kubectl sees its own writes, whichever process answers",
    async () => {
      const kubectl = kubectlOn(
        findKubectls().at(-1) as NonNullable<ReturnType<typeof findKubectls>[0]>,
        server,
      );
      for (let n = 0; n < 4; n++) {
        expect((await kubectl(`create configmap seen-${n} --from-literal=k=v`)).said).toContain("created");
        expect((await kubectl(`get configmap seen-${n} -o jsonpath={.data.k}`)).stdout).toBe("v");
      }
    },
  );

  test("/metrics has those of both processes, from each of them", async () => {
    const connections = Array.from({ length: 6 }, () => new Connection(server));
    await Promise.all(connections.map((one) => one.send("GET", MAPS)));
    for (const one of connections) one.close();
    for (let n = 0; n < 2; n++) {
      const { text } = await server.fetch("GET", "/metrics");
      const lists = text
        .split("\n")
        .filter(
          (line) => line.startsWith("apiserver_request_total{") && /"configmaps".*verb="LIST"/.test(line),
        );
      expect(new Set(lists.map((line) => /process="(\d)"/.exec(line)?.[1]))).toEqual(new Set(["1", "2"]));
    }
  });

  test("a request is explained by each process", async () => {
    const path = `${MAPS}?fieldManager=one`;
    const { status, headers } = await server.fetch("POST", path, { body: map("explained") });
    expect(status).toBe(201);
    for (let n = 0; n < 4; n++) {
      expect((await server.fetch("GET", `/explain/${headers["audit-id"]}`)).status).toBe(200);
      const last = JSON.parse((await server.fetch("GET", "/explain/last")).text);
      expect(last.request.name).toBe("explained");
      const { text } = await server.fetch("GET", "/explain/stream?follow=false");
      expect(text).toContain('"explained"');
    }
  });

  test("lines of the audit log are whole, and the file is rotated once", async () => {
    const connections = Array.from({ length: 8 }, () => new Connection(server));
    const names = Array.from({ length: 1200 }, (_, n) => `audited-${n}`);
    const statuses = await Promise.all(
      names.map((name, n) => connections[n % 8]?.send("POST", MAPS, map(name))),
    );
    for (const one of connections) one.close();
    expect(new Set(statuses)).toEqual(new Set([201]));
    const logged = (): Set<string> =>
      new Set(
        readdirSync(server.dir)
          .filter((name) => /^audit.*\.log$/.test(name))
          .flatMap((name) => readFileSync(join(server.dir, name), "utf8").trimEnd().split("\n"))
          .map((line) => JSON.parse(line))
          .filter(({ verb, stage }) => verb === "create" && stage === "ResponseComplete")
          .map(({ objectRef }) => objectRef.name),
      );
    const missing = (): string[] => {
      const all = logged();
      return names.filter((name) => !all.has(name));
    };
    await expect.poll(missing, PATIENCE).toEqual([]);
    expect(readdirSync(server.dir).filter((name) => /^audit-.*\.log$/.test(name)).length).toBeGreaterThan(0);
  });

  test("a killed process takes only its own connections with it, and is started again", async () => {
    const connections = Array.from({ length: 6 }, () => new Connection(server));
    await Promise.all(connections.map((one) => one.send("GET", MAPS)));
    const before = serversOf(server.pid);
    let stopped = false;
    const writing = connections.map(async (one, index) => {
      let broken = 0;
      for (let n = 0; !stopped; n++)
        if ((await one.send("POST", MAPS, map(`killed-${index}-${n}`))) !== 201) broken++;
      return broken;
    });
    process.kill(before[1] as number, "SIGKILL");
    await expect
      .poll(() => serversOf(server.pid).filter((pid) => !before.includes(pid)), PATIENCE)
      .toHaveLength(1);
    await expect
      .poll(async () => (await server.fetch("GET", "/metrics")).text.includes('process="2"'), PATIENCE)
      .toBe(true);
    stopped = true;
    const broken = await Promise.all(writing);
    for (const one of connections) one.close();
    // A connection of the other process loses nothing; one of the killed process loses a request.
    expect(broken).toContain(0);
    expect(broken.some((count) => count > 0)).toBe(true);
    // It may have connected again before the parent knew of the end.
    expect(Math.max(...broken)).toBeLessThanOrEqual(2);
    expect(serversOf(server.pid)).toContain(before[0]);
  });

  longTest("SIGHUP replaces all processes, and no request fails", async () => {
    const before = serversOf(server.pid);
    let stopped = false;
    const reading = Array.from({ length: 4 }, async () => {
      const eachTime = new Connection(server, false);
      const statuses = new Set<number>();
      while (!stopped) statuses.add(await eachTime.send("GET", MAPS));
      return [...statuses];
    });
    server.signal("SIGHUP");
    await expect
      .poll(() => serversOf(server.pid).filter((pid) => before.includes(pid)), PATIENCE)
      .toEqual([]);
    stopped = true;
    expect((await Promise.all(reading)).flat()).toEqual([200, 200, 200, 200]);
    expect(serversOf(server.pid)).toHaveLength(2);
  });

  test("when the parent is killed, its servers end", async () => {
    const other = await start();
    const servers = serversOf(other.pid);
    expect(servers).toHaveLength(2);
    await other.kill();
    await expect.poll(() => servers.filter(isAlive), { timeout: 2000, interval: 20 }).toEqual([]);
  });

  test("SIGTERM lets requests in progress end, and stops all processes with status 0", async () => {
    const other = await start();
    const servers = serversOf(other.pid);
    expect(await other.stop()).toBe(0);
    expect(servers.filter(isAlive)).toEqual([]);
  });
});

import { request } from "node:https";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

const [found] = findEtcds();
const SERVICES = "/api/v1/namespaces/default/services";
const RANGE = "30000-30059";
const PORTS = 60;
/** More than there are. */
const MANY = 80;
/** Minimum number of ports: writes in progress when a server was killed may still have theirs allocated. */
const MOST = 50;
const FULL = "failed to allocate a nodePort: range is full";

interface Service {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly clusterIP: string; readonly ports: readonly { nodePort?: number }[] };
}
type Write = (method: string, path: string, body?: string) => Promise<{ status: number; text: string }>;

const service = (name: string): string =>
  JSON.stringify({ metadata: { name }, spec: { type: "NodePort", ports: [{ port: 80 }] } });

describe.skipIf(found === undefined)("node ports of servers over etcd", () => {
  let etcd: RunningEtcd;
  const dirs = [newDataDir(), newDataDir()] as const;
  const start = (dir: string): Promise<RunningServer> =>
    startServer(
      dir,
      ...["--etcd-servers", etcd.endpoint, "--service-node-port-range", RANGE],
      ...["--service-cluster-ip-range", "10.0.0.0/23"],
    );
  const writerOf =
    (server: RunningServer): Write =>
    (method, path, body) =>
      server.fetch(method, path, body === undefined ? {} : { body }).catch(() => ({ status: 0, text: "" }));

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
  });
  afterAll(async () => {
    await etcd.stop();
    for (const dir of dirs) removeDataDir(dir);
  });

  /** Every Service that there is; none has an address or a port of another. */
  async function stored(server: RunningServer): Promise<Service[]> {
    const { items } = JSON.parse((await server.fetch("GET", SERVICES)).text) as { items: Service[] };
    const ports = items.flatMap(({ spec }) => spec.ports.flatMap(({ nodePort = [] }) => nodePort));
    const addresses = items.map(({ spec }) => spec.clusterIP);
    expect(new Set(ports).size).toBe(ports.length);
    expect(new Set(addresses).size).toBe(addresses.length);
    return items.filter(({ metadata }) => metadata.name !== "kubernetes");
  }

  /** Creates services from all writers at once, `parallel` each, and returns the responses. */
  async function createAll(writers: readonly Write[], count: number, name: string): Promise<string[]> {
    const answers: string[] = [];
    let next = 0;
    const work = async (write: Write): Promise<void> => {
      for (let n = next++; n < count; n = next++) {
        const { status, text } = await write("POST", SERVICES, service(`${name}${n}`));
        answers.push(
          status === 201 ? "created" : String((JSON.parse(text || "{}") as { message?: string }).message),
        );
      }
    };
    await Promise.all(writers.flatMap((write) => Array.from({ length: 10 }, () => work(write))));
    return answers;
  }

  async function deleteAll(servers: readonly RunningServer[]): Promise<void> {
    const services = await stored(servers[0] as RunningServer);
    await Promise.all(
      services.map(({ metadata }, n) =>
        servers[n % servers.length]?.fetch("DELETE", `${SERVICES}/${metadata.name}`),
      ),
    );
    expect(await stored(servers[0] as RunningServer)).toEqual([]);
  }

  longTest(
    "while one of two servers is killed, no port is given twice, and none is lost for good",
    async () => {
      const [a, b] = (await Promise.all(dirs.map(start))) as [RunningServer, RunningServer];
      const answers = await createAll([writerOf(a), writerOf(b)], MANY, "s");
      expect(answers.filter((answer) => answer === "created")).toHaveLength(PORTS);
      expect(new Set(answers)).toEqual(new Set(["created", `Internal error occurred: ${FULL}`]));
      expect(await stored(b)).toHaveLength(PORTS);
      await deleteAll([a, b]);

      const writing = createAll([writerOf(a), writerOf(b)], MOST, "t");
      await expect.poll(async () => (await stored(a)).length).toBeGreaterThan(10);
      await b.kill();
      await writing;
      const again = await start(dirs[1]);
      const rest = await createAll([writerOf(a), writerOf(again)], MANY, "u");
      const services = await stored(again);
      expect(rest.filter((answer) => answer === "created").length).toBeGreaterThan(0);
      // At most ten writes were in progress when the server was killed.
      expect(services.length).toBeGreaterThanOrEqual(MOST);
      await deleteAll([again, a]);
      await Promise.all([a.stop(), again.stop()]);
    },
  );

  test.skipIf(!hasReference())("kube-apiserver takes ports from the same range", async () => {
    const server = await start(dirs[0]);
    const reference = await startReference(etcd.endpoint, {
      mediaType: "application/json",
      flags: [`--service-node-port-range=${RANGE}`, "--service-cluster-ip-range=10.0.0.0/23"],
    });
    const theirs: Write = (method, path, body) => send(reference.port, method, path, body);
    const answers = await createAll([writerOf(server), theirs], MANY, "v");
    expect(answers.filter((answer) => answer === "created").length).toBeGreaterThanOrEqual(MOST);
    expect(new Set(answers)).toEqual(new Set(["created", `Internal error occurred: ${FULL}`]));
    const services = await stored(server);
    await Promise.all(
      services.map(({ metadata }, n) =>
        (n % 2 === 0 ? theirs : writerOf(server))("DELETE", `${SERVICES}/${metadata.name}`),
      ),
    );
    expect(await stored(server)).toEqual([]);
    const more = await createAll([theirs, writerOf(server)], MOST, "w");
    expect(new Set(more)).toEqual(new Set(["created"]));
    await stored(server);
    await reference.stop();
    await server.stop();
  });
});

function send(port: number, method: string, path: string, body?: string): ReturnType<Write> {
  const headers = { authorization: "Bearer admin-token", "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, method, path, headers, rejectUnauthorized: false },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls } from "../parts/kubectl.ts";
import { collect, newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";
import { findEtcds, type RunningEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

const [found] = findEtcds();
const MAPS = "/api/v1/namespaces/default/configmaps";

describe.skipIf(found === undefined)("servers over etcd", () => {
  let etcd: RunningEtcd;
  const dirs = [newDataDir(), newDataDir()] as const;
  const start = (dir: string): Promise<RunningServer> => startServer(dir, "--etcd-servers", etcd.endpoint);
  const map = (name: string, value: string) => JSON.stringify({ metadata: { name }, data: { k: value } });
  const json = async (server: RunningServer, path: string) =>
    JSON.parse((await server.fetch("GET", path)).text);

  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
  });
  afterAll(async () => {
    await etcd.stop();
    for (const dir of dirs) removeDataDir(dir);
  });

  test("two that begin together serve the same objects, revisions included", async () => {
    const [a, b] = await Promise.all(dirs.map(start));
    if (a === undefined || b === undefined) throw new Error("two were started");
    expect(a.screen).toContain(`objects are kept in etcd at ${etcd.endpoint}`);
    for (let n = 0; n < 20; n++) {
      const [writer, reader] = n % 2 === 0 ? [a, b] : [b, a];
      expect((await writer.fetch("POST", MAPS, { body: map(`m${n}`, "v") })).status).toBe(201);
      expect((await json(reader, `${MAPS}/m${n}`)).data).toEqual({ k: "v" });
    }
    const lists = [await json(a, MAPS), await json(b, MAPS)];
    expect(lists[0].items).toEqual(lists[1].items);
    await Promise.all([a.stop(), b.stop()]);
  });

  test("a server finds what was there before, and goes on when etcd has been away", async () => {
    const server = await start(dirs[0]);
    expect((await json(server, MAPS)).items.length).toBeGreaterThan(19);
    await etcd.kill();
    const refused = await server.fetch("POST", MAPS, { body: map("refused", "v") });
    expect(refused.status).toBe(500);
    await etcd.restart();
    await expect
      .poll(async () => (await server.fetch("POST", MAPS, { body: map("after", "v") })).status)
      .toBe(201);
    await server.stop();
  });

  test.skipIf(!hasReference() || findKubectls().length === 0)(
    "it and kube-apiserver serve each other's objects from one etcd",
    async () => {
      const server = await start(dirs[0]);
      const reference = await startReference(etcd.endpoint, { mediaType: "application/json" });
      const kubectl = findKubectls().at(-1)?.path ?? "";
      const run = (args: string[]) => collect(spawn(kubectl, args));
      const theirs = (...args: string[]) =>
        run([
          `--server=https://127.0.0.1:${reference.port}`,
          "--token=admin-token",
          "--insecure-skip-tls-verify",
          ...args,
        ]);
      const ours = (...args: string[]) => run([`--kubeconfig=${server.kubeconfig}`, ...args]);
      expect((await theirs("create", "deployment", "web", "--image=x")).code).toBe(0);
      expect((await ours("scale", "deployment", "web", "--replicas=3")).stdout).toContain("scaled");
      expect((await theirs("get", "deploy", "web", "-o=jsonpath={.spec.replicas}")).stdout).toBe("3");
      for (const kind of [
        "namespaces",
        "clusterroles",
        "flowschemas",
        "services,endpointslices,configmaps",
      ]) {
        const lists = () => Promise.all([ours, theirs].map((ask) => ask("get", kind, "-A", "-o=yaml")));
        // Either of them may write something in between.
        let [left, right] = await lists();
        for (let i = 0; i < 10 && left?.stdout !== right?.stdout; i++) [left, right] = await lists();
        expect(left?.stdout).toBe(right?.stdout);
        expect(left?.stdout.length).toBeGreaterThan(100);
      }
      await reference.stop();
      await server.stop();
    },
  );
});

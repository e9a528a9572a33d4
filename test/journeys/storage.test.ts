import { spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEtcdClient } from "../../src/storage/etcd/client.ts";
import { createMaps, withStore } from "../../src/storage/moves/moves.tool.ts";
import { longTest, sampled } from "../parts/sampled.ts";
import {
  builtProgram,
  collect,
  type Ended,
  newDataDir,
  type RunningServer,
  removeDataDir,
  runProgram,
  startServer,
} from "../parts/server.ts";
import { newestEtcd, type RunningEtcd, startEtcd } from "../process/etcd.mjs";
import { hasReference, startReference } from "../process/reference.mjs";

const LISTS = [
  "/api/v1/configmaps",
  "/api/v1/namespaces",
  "/api/v1/services",
  "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
];

const storage = (...args: string[]): Promise<Ended> => runProgram("storage", ...args);
const digestIn = ({ stdout }: Ended): string => /sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? "none";

async function listsOf(server: RunningServer): Promise<Record<string, unknown>[]> {
  const answers = await Promise.all(LISTS.map((path) => server.fetch("GET", path)));
  return answers.flatMap(({ text }) => JSON.parse(text).items);
}

const KILLS = 3;

/**
 * Runs the program, kills it three times at a random moment of its work, which takes about `milliseconds`, and then
 * lets it end.
 */
async function runAndKill(args: readonly string[], milliseconds: number): Promise<Ended> {
  for (let kills = 0; kills < KILLS; kills++) {
    const child = spawn(process.execPath, [builtProgram(), ...args]);
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds * (0.5 + Math.random()));
    const ended = await collect(child);
    clearTimeout(timer);
    // It was quicker.
    if (ended.code !== null) return ended;
  }
  return runProgram(...args);
}

/** Output of a program that reads all objects in a place, and its duration from start to end. */
async function timedCheck(place: string): Promise<{ digest: string; milliseconds: number }> {
  const startedAt = performance.now();
  const ended = await storage("check", place);
  expect(ended.code).toBe(0);
  return { digest: digestIn(ended), milliseconds: performance.now() - startedAt };
}

describe("sallyport storage", () => {
  let dir = "";
  let other = "";
  beforeEach(() => {
    [dir, other] = [newDataDir(), newDataDir()];
  });
  afterEach(() => {
    removeDataDir(dir);
    removeDataDir(other);
  });

  test("snapshot of a running server, restored: another one serves the same objects", async () => {
    const server = await startServer(dir);
    const body = '{"metadata":{"name":"kept"},"data":{"k":"v"}}';
    await server.fetch("POST", "/api/v1/namespaces/default/configmaps", { body });
    const before = await listsOf(server);
    const file = join(dir, "a.snapshot");
    const taken = await storage("snapshot", "--data-dir", dir, "--output", file);
    expect(taken).toMatchObject({ code: 0, stderr: "" });
    await server.fetch("DELETE", "/api/v1/namespaces/default/configmaps/kept");

    const refused = await storage("restore", file, "--data-dir", dir, "--overwrite");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/a server \(pid \d+\) works on .*: .* stop it first/);
    expect((await server.fetch("GET", "/readyz")).text).toBe("ok");
    const seen = Number(
      JSON.parse((await server.fetch("GET", "/api/v1/nodes")).text).metadata.resourceVersion,
    );
    await server.stop();

    expect((await storage("restore", file, "--data-dir", dir)).stderr).toContain("with --overwrite");
    const restored = await storage("restore", file, "--data-dir", dir, "--overwrite");
    expect(restored.code).toBe(0);
    expect(digestIn(restored)).toBe(digestIn(taken));
    const again = await startServer(dir);
    expect(await listsOf(again)).toEqual(before);
    const watch = `/api/v1/configmaps?watch=true&resourceVersion=${seen}`;
    expect(JSON.parse((await again.fetch("GET", watch)).text).object.code).toBe(410);
    await again.stop();
  });

  longTest("copy to another folder, killed again and again, ends as if it had not been", async () => {
    await withStore(dir, (store) => createMaps(store, 1, 5000));
    const { digest, milliseconds } = await timedCheck(`lmdb:${dir}`);
    const places = ["--from", `lmdb:${dir}`, "--to", `lmdb:${other}`];
    const ended = await runAndKill(["storage", "copy", ...places], milliseconds);
    expect(ended).toMatchObject({ code: 0 });
    expect((await timedCheck(`lmdb:${other}`)).digest).toBe(digest);
    expect(readdirSync(other)).toEqual(["data"]);
  });

  test("check ends with 1 when something is wrong, and can say it in JSON", async () => {
    await withStore(dir, (store) => createMaps(store, 1, 3));
    expect((await storage("check", `lmdb:${dir}`)).stdout).toContain("All is well.");
    await withStore(dir, async (store) => {
      const entry = await store.get("/registry/configmaps/default/c1");
      await store.create("/registry/configmaps/default/elsewhere", () => entry?.document as never);
    });
    const { code, stdout } = await storage("check", `lmdb:${dir}`, "--output", "json");
    expect(code).toBe(1);
    const kinds = JSON.parse(stdout).problems.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(["wrongRevision", "wrongKey", "duplicateUID"]);
  });

  const refused: [string[], string][] = [
    [["copy", "--from", "lmdb:nowhere", "--to", "lmdb:b"], "there is no store in"],
    [
      ["copy", "--from", "here", "--to", "lmdb:b"],
      "--from: there is no folder here; it must look like lmdb:DIR",
    ],
    [["copy", "--from", "lmdb:a", "--to", "snapshot:b"], "--to: a snapshot is written by"],
    [["copy", "--from", "lmdb:a", "--to", "lmdb:./a"], "--from and --to are the same folder"],
    [["copy", "--from", "lmdb:a"], "--to <place>"],
    [["copy", "--from", "lmdb:a", "--to", "lmdb:b", "--bump-revision", "-1"], "--bump-revision"],
    [
      [
        ...["copy", "--from", "etcd:http://a:1", "--to", "etcd:http://a:1"],
        ...["--from-etcd-prefix", "/registry/below"],
      ],
      "one prefix contains the other",
    ],
    [["copy", "--from", "etcd:http://127.0.0.1:1", "--to", "lmdb:b"], "no server listens at 127.0.0.1:1"],
    [["check", "etcd:http://127.0.0.1:1"], "no server listens at 127.0.0.1:1"],
    [["check", "etcd:http://a:1", "--etcd-certfile", "x"], "--etcd-certfile and --etcd-keyfile"],
    [["check", "etcd:http://a:1", "--etcd-cafile", "/none"], "--etcd-cafile: cannot read /none"],
    [["check", "snapshot:/none"], "there is no file /none"],
    [["snapshot", "--data-dir", "/none", "--output", "x"], "there is no store in /none"],
    [["restore", "/none"], "there is no file /none"],
  ];
  test.each(sampled(refused))("%j is refused in words", async (args, text) => {
    const { code, stdout, stderr } = await storage(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/ENOENT|ECONNREFUSED|\n\s+at /);
  });
});

const found = newestEtcd();

describe.skipIf(found === undefined)("sallyport storage copy with etcd", () => {
  let etcd: RunningEtcd;
  const dirs = [newDataDir(), newDataDir(), newDataDir()] as const;
  beforeAll(async () => {
    etcd = await startEtcd(found as NonNullable<typeof found>);
  });
  afterAll(async () => {
    await etcd?.stop();
    for (const dir of dirs) removeDataDir(dir);
  });

  longTest(
    "killed again and again on its way to etcd and back, it ends the same; servers serve it",
    async () => {
      const [dir, overEtcd, back] = dirs;
      const server = await startServer(dir);
      await server.stop();
      await withStore(dir, (store) => createMaps(store, 1, 2000));
      const [here, there] = [`lmdb:${dir}`, `etcd:${etcd.endpoint}`];
      const { digest, milliseconds } = await timedCheck(here);
      const away = await runAndKill(["storage", "copy", "--from", here, "--to", there], milliseconds);
      expect(away).toMatchObject({ code: 0 });
      const between = await timedCheck(there);
      const places = ["--from", there, "--to", `lmdb:${back}`];
      const home = await runAndKill(["storage", "copy", ...places], between.milliseconds);
      expect(home).toMatchObject({ code: 0 });
      expect([between.digest, (await timedCheck(`lmdb:${back}`)).digest]).toEqual([digest, digest]);

      const lists: unknown[] = [];
      for (const [folder, ...flags] of [
        [dir],
        [overEtcd, "--etcd-servers", etcd.endpoint],
        [back],
      ] as const) {
        if (!existsSync(join(folder, "certs")))
          cpSync(join(dir, "certs"), join(folder, "certs"), { recursive: true });
        const one = await startServer(folder, ...flags);
        lists.push((await listsOf(one)).map(withoutVersion));
        await one.stop();
      }
      expect(lists[0]).toHaveLength((lists[1] as unknown[]).length);
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[2]).toEqual(lists[0]);
    },
  );

  test.skipIf(!hasReference())(
    "kube-apiserver serves what was copied from a snapshot, and what it writes comes back",
    async () => {
      const [dir] = dirs;
      const file = join(dir, "a.snapshot");
      await withStore(dir, (store) => createMaps(store, 5001, 5010));
      expect((await storage("snapshot", "--data-dir", dir, "--output", file)).code).toBe(0);
      const own = await startEtcd(found as NonNullable<typeof found>);
      const there = `etcd:${own.endpoint}`;
      expect((await storage("copy", "--from", `snapshot:${file}`, "--to", there)).code).toBe(0);
      const reference = await startReference(own.endpoint, { mediaType: "application/json" });
      const ask = ["-sk", "-H", "Authorization: Bearer admin-token", "-H", "Content-Type: application/json"];
      const url = `https://127.0.0.1:${reference.port}/api/v1/namespaces/default/configmaps`;
      const read = await collect(spawn("curl", [...ask, `${url}/c5007`]));
      expect(JSON.parse(read.stdout).data.text).toContain("value 5007");
      const body = '{"metadata":{"name":"theirs"}}';
      const made = JSON.parse((await collect(spawn("curl", [...ask, "-d", body, url]))).stdout);
      const refused = await storage("copy", "--from", `snapshot:${file}`, "--to", there, "--overwrite");
      expect(refused.stderr).toContain("a server works on etcd:");
      await reference.stop();
      const check = await storage("check", there);
      expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining("All is well.") });
      const back = newDataDir();
      expect((await storage("copy", "--from", there, "--to", `lmdb:${back}`)).code).toBe(0);
      await withStore(back, async (store) => {
        const entry = await store.get("/registry/configmaps/default/theirs");
        expect(String(entry?.revision)).toBe(made.metadata.resourceVersion);
        expect(entry?.document.value).toEqual(made);
      });
      removeDataDir(back);
      await own.stop();
    },
  );

  test("a server refuses the half of a copy in words", async () => {
    const writer = createEtcdClient({ endpoints: [etcd.endpoint] });
    const put = { key: Buffer.from("/half/sallyport/copy"), value: Buffer.from('{"source":"lmdb:/a"}') };
    await writer.txn({ success: [{ put }] });
    writer.close();
    const flags = ["--etcd-servers", etcd.endpoint, "--etcd-prefix", "/half"];
    const { code, stderr } = await runProgram("serve", "--data-dir", dirs[2], "--secure-port", "0", ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain("an unfinished copy of lmdb:/a lies there");
  });
});

function withoutVersion(object: Record<string, unknown>): unknown {
  const { resourceVersion: _, ...metadata } = object.metadata as Record<string, unknown>;
  return { ...object, metadata };
}

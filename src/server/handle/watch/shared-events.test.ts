import { describe, expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";
import { isStream } from "../../../api/exchange/exchange.ts";
import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import type { JsonObject } from "../../../json/value.ts";

const PATH = "/api/v1/namespaces/default/configmaps";

const server = await clusterForTests();

/** Returns the pieces of a watch until its stop. */
async function watching(query: string, accept = "application/json", path = PATH) {
  const headers = { authorization: `Bearer ${server.cluster.token}`, accept };
  const { body } = await server.cluster.handle(memoryRequest({ url: `${path}?watch=1&${query}`, headers }));
  if (!isStream(body)) return expect.unreachable();
  const pieces: Uint8Array[] = [];
  const iterator = body[Symbol.asyncIterator]();
  const reading = (async () => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      pieces.push(next.value as Uint8Array);
  })();
  return {
    pieces,
    /** Resolves when the server ends the watch. */
    ended: reading,
    lines: () =>
      Buffer.concat(pieces)
        .toString()
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    async stop() {
      void iterator.return?.();
      await reading;
    },
  };
}

type Watching = Awaited<ReturnType<typeof watching>>;

const seen = (watch: Watching) =>
  watch
    .lines()
    .map(({ type, object }) => `${type} ${object.metadata.name ?? object.rows?.[0]?.object.metadata.name}`);

const SOON = { timeout: 120_000, interval: 5 };

/** Returns the query parameter for the present revision. */
async function now(): Promise<string> {
  const { body } = await server.ask("GET", PATH);
  return `resourceVersion=${(body.metadata as JsonObject).resourceVersion}`;
}

async function write(method: string, name: string, labels: JsonObject = {}): Promise<void> {
  const body = { metadata: { name, labels } };
  await server.ask(
    method,
    method === "POST" ? PATH : `${PATH}/${name}`,
    method === "DELETE" ? undefined : body,
  );
}

/** Creates, changes and deletes two objects, so that all watches have events. */
async function happen(): Promise<void> {
  await write("POST", "one", { tier: "a" });
  await write("POST", "two", { tier: "b" });
  await write("PUT", "one", { tier: "b" });
  await write("PUT", "two", { tier: "a" });
  await write("DELETE", "one");
  await write("DELETE", "two");
}

describe("watches of one resource", () => {
  test("each sees what its selector lets through, however many look with the same or another", async () => {
    const queries = [
      "",
      "labelSelector=tier%3Da",
      "labelSelector=tier!%3Da",
      "fieldSelector=metadata.name%3Dtwo",
    ];
    const from = await now();
    const watches = await Promise.all([...queries, ...queries].map((query) => watching(`${query}&${from}`)));
    await happen();
    const twice = (list: readonly (readonly string[])[]) => [...list, ...list];
    await expect
      .poll(() => watches.map(seen), SOON)
      .toEqual(
        twice([
          ["ADDED one", "ADDED two", "MODIFIED one", "MODIFIED two", "DELETED one", "DELETED two"],
          ["ADDED one", "DELETED one", "ADDED two", "DELETED two"],
          ["ADDED two", "ADDED one", "DELETED two", "DELETED one"],
          ["ADDED two", "MODIFIED two", "DELETED two"],
        ]),
      );
    await Promise.all(watches.map((watch) => watch.stop()));
  });

  test("those who see the same get the same bytes; a Table is each one's own", async () => {
    const from = await now();
    const [a, b] = [await watching(from), await watching(from)];
    const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const [c, d] = [await watching(from, table), await watching(from, table)];
    await happen();
    await expect.poll(() => [a, b, c, d].map((watch) => watch.lines().length), SOON).toEqual([6, 6, 6, 6]);
    expect(b.pieces.map((piece, i) => piece === a.pieces[i])).toEqual(a.pieces.map(() => true));
    for (const watch of [c, d])
      expect(watch.lines().map(({ object }) => object.columnDefinitions === null)).toEqual([
        false,
        ...new Array(5).fill(true),
      ]);
    await Promise.all([a, b, c, d].map((watch) => watch.stop()));
  });

  test("those who begin with the same objects get the same bytes", async () => {
    const path = PATH.replace("default", "kube-system");
    await server.ask("POST", path, { metadata: { name: "there" } });
    const [a, b] = [await watching("", undefined, path), await watching("", undefined, path)];
    await expect
      .poll(() => [a, b].map((watch) => seen(watch).includes("ADDED there")), SOON)
      .toEqual([true, true]);
    expect(b.pieces[0]).toBe(a.pieces[0]);
    await Promise.all([a.stop(), b.stop()]);
  });

  test("an object that a write ends is seen as it was stored, with its last finalizer", async () => {
    const finalizers = ["example.com/x"];
    await server.ask("POST", PATH, { metadata: { name: "kept", finalizers } });
    await write("DELETE", "kept");
    const watch = await watching(await now());
    await write("PUT", "kept");
    await expect
      .poll(() => watch.lines(), SOON)
      .toMatchObject([{ type: "DELETED", object: { metadata: { name: "kept", finalizers } } }]);
    await watch.stop();
  });

  test("who leaves is forgotten, though nothing happens", async () => {
    const watch = await watching("labelSelector=tier%3Dnever");
    await watch.stop();
    expect(watch.pieces).toEqual([]);
  });

  test("metadata alone are each kind's own, no matter who asked for those of another kind before", async () => {
    const metadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";
    await (await watching("", metadata)).stop();
    const path = "/apis/apps/v1/namespaces/default/daemonsets";
    const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
    const spec = { selector: { matchLabels: { a: "b" } }, template };
    await server.ask("POST", path, { metadata: { name: "d" }, spec });
    const sets = await watching("", metadata, path);
    await expect.poll(() => sets.lines().length, SOON).toBeGreaterThan(0);
    expect(sets.lines()[0].object.metadata).not.toHaveProperty("annotations");
    await sets.stop();
  });

  test("a watch whose time is over before it begins is empty, and only Tables look at includeObject", async () => {
    const over = await watching("timeoutSeconds=-1&includeObject=nonsense");
    await over.ended;
    expect(over.pieces).toEqual([]);
  });
});

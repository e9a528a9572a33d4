import { expect, test } from "vitest";
import type { ReplicaSet } from "../../types/tables/apps/v1-types.ts";
import { RequestError, type Writer } from "./client.ts";
import { REPLICA_SETS } from "./kinds.ts";
import { ObjectCache } from "./object-cache.ts";
import { writeStatus } from "./write-status.ts";

const kind = "apps/v1/ReplicaSet";

const at = (resourceVersion: string, generation: number): ReplicaSet => ({
  apiVersion: "apps/v1",
  kind: "ReplicaSet",
  metadata: { name: "web", namespace: "default", uid: "1", resourceVersion, generation },
});

const seen = ({ metadata: { generation = 0 } }: ReplicaSet) => ({
  replicas: 1,
  observedGeneration: generation,
});

/**
 * Returns a cache with the object, a writer and the written objects. `answers`: the server's response to each
 * write, in order.
 */
function store(stored: ReplicaSet, answers: readonly (() => void)[] = []) {
  const cache = new ObjectCache();
  cache.keep(REPLICA_SETS);
  cache.apply({ object: stored, kind, deleted: false });
  const written: ReplicaSet[] = [];
  const update: Writer["update"] = async (of, object) => {
    written.push(REPLICA_SETS.of(object));
    answers[written.length - 1]?.();
    return of.of(object);
  };
  const refused = () => Promise.reject(new Error("not asked for here"));
  const writer: Writer = { create: refused, update, patch: refused, post: refused, remove: refused };
  const write = (worked: ReplicaSet) => writeStatus({ cache, writer }, REPLICA_SETS, worked, seen);
  return { cache, written, write };
}

const refusal = (status: number) => (): void => {
  throw new RequestError({ status, body: { message: "no" } });
};

test("a status is about the generation that was worked on, though a newer one is stored by now", async () => {
  const { written, write } = store(at("7", 2));
  await write(at("5", 1));
  expect(written).toMatchObject([
    { metadata: { resourceVersion: "7", generation: 2 }, status: { observedGeneration: 1 } },
  ]);
});

test("a status that says the same already is not written", async () => {
  const { written, write } = store({ ...at("7", 1), status: { replicas: 1, observedGeneration: 1 } });
  await write(at("5", 1));
  expect(written).toEqual([]);
});

test("a conflict is tried once more, on what is stored by then", async () => {
  const newer = () => {
    cache.apply({ object: at("8", 1), kind, deleted: false });
    refusal(409)();
  };
  const { cache, written, write } = store(at("7", 1), [newer]);
  await write(at("7", 1));
  expect(written.map(({ metadata }) => metadata.resourceVersion)).toEqual(["7", "8"]);
});

test("a second refusal is an error, and an object that is gone is none", async () => {
  await expect(store(at("7", 1), [refusal(409), refusal(409)]).write(at("7", 1))).rejects.toThrow("no");
  const gone = store(at("7", 1), [refusal(404)]);
  await gone.write(at("7", 1));
  expect(gone.written).toHaveLength(1);
});

test("another object of the same name keeps its own status", async () => {
  const { written, write } = store({ ...at("7", 1), metadata: { ...at("7", 1).metadata, uid: "2" } });
  await write(at("7", 1));
  expect(written).toEqual([]);
});

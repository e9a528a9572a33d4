import { expect, test } from "vitest";
import { parseFeatures } from "../resources/features/parse-features.ts";
import { createMemoryStorage } from "../storage/index.ts";
import { createBootedStorage, rememberBoot } from "./booted-storage.ts";
import { createCluster } from "./cluster.ts";

const NOW = Date.UTC(2026, 0, 1);

/** Keys of the first objects of a server. */
async function keysOf(options: Partial<Parameters<typeof createCluster>[0]>): Promise<string[]> {
  const storage = options.storage ?? createMemoryStorage();
  const cluster = await createCluster({ ...options, storage });
  const { entries } = await storage.list("");
  await rememberBoot(storage, options.features);
  await cluster.stop();
  return entries.map(({ key }) => key);
}

test("a storage with the objects of an earlier server needs no further ones", async () => {
  const created = await keysOf({});
  const booted = createBootedStorage(NOW);
  expect(booted.hasFirstObjects).toBe(true);
  expect(await keysOf(booted)).toEqual(created);
  const { entries } = await createBootedStorage(NOW).storage.list("/registry/namespaces/");
  expect(entries.map(({ document }) => document.value)).toContainEqual(
    expect.objectContaining({
      metadata: expect.objectContaining({ creationTimestamp: "2026-01-01T00:00:00Z" }),
    }),
  );
});

test("a server with gates looks for objects that only they have", async () => {
  const features = parseFeatures([], ["ClusterTrustBundle=true"]);
  const booted = createBootedStorage(NOW, {}, features);
  expect(booted.hasFirstObjects).toBe(false);
  expect(await keysOf({ ...booted, features })).toEqual(await keysOf({ features }));
});

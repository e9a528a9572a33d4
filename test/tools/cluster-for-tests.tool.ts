import { afterAll } from "vitest";
import type { ClusterOptions } from "../../src/cluster/cluster.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type InMemoryCluster, startInMemoryCluster } from "./in-memory-cluster.tool.ts";
import { type ReviewedCluster, startReviewedCluster } from "./reviewed-cluster.tool.ts";

/** A control plane for the tests of one file: called outside of tests, and stopped after the last one. */
export const clusterForTests = (options?: Partial<ClusterOptions>): Promise<InMemoryCluster> =>
  stoppedAfterTests(startInMemoryCluster(options));

/** The same with two webhooks. */
export const reviewedClusterForTests = (
  options?: Partial<ClusterOptions>,
  webhook?: JsonObject,
): Promise<ReviewedCluster> => stoppedAfterTests(startReviewedCluster(options, webhook));

async function stoppedAfterTests<T extends InMemoryCluster>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  afterAll(() => started.stop());
  return started;
}

import { expect, test } from "vitest";
import { startReviewedCluster } from "../../../test/tools/reviewed-cluster.tool.ts";

test("Retry-After is said once, and never of the past", async () => {
  const api = await startReviewedCluster();
  const retryAfter = async (retryAfterSeconds: number): Promise<unknown> => {
    api.answer(() => ({ allowed: false, status: { details: { retryAfterSeconds } } }));
    const { headers } = await api.ask("POST", "/api/v1/namespaces/default/configmaps", {
      metadata: { name: "a" },
    });
    return Object.entries(headers).filter(([name]) => name.toLowerCase() === "retry-after");
  };
  expect(await retryAfter(3)).toEqual([["retry-after", "3"]]);
  expect(await retryAfter(-3)).toEqual([]);
  await api.stop();
});

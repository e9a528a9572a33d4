import { expect, it } from "vitest";
import { newGate } from "../../../../test/tools/gate.tool.ts";
import { startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";
import { shutdownAfter } from "./shutdown.ts";

it("a server that is told to stop is alive, and not ready", async () => {
  const gate = newGate();
  const waits: number[] = [];
  const shutdown = shutdownAfter(90_000, (ms) => {
    waits.push(ms);
    return gate.opened;
  });
  const api = await startInMemoryCluster({ healthChecks: [shutdown.check] });
  const answer = async (path: string): Promise<string> => {
    const { status, body } = await api.ask("GET", path);
    return `${status} ${body.text}`;
  };
  expect(await answer("/readyz")).toBe("200 ok");
  const begun = shutdown.begin();
  expect(await answer("/readyz")).toMatch(
    /^500 .*\n\[-\]shutdown failed: reason withheld\nreadyz check failed\n$/s,
  );
  expect(await answer("/readyz/shutdown")).toBe("500 internal server error: process is shutting down\n");
  expect(await answer("/livez")).toBe("200 ok");
  gate.open();
  await begun;
  expect(waits).toEqual([90_000]);
  await api.stop();
});

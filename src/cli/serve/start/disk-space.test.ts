import { expect, it, vi } from "vitest";
import { startInMemoryCluster } from "../../../../test/tools/in-memory-cluster.tool.ts";
import { diskSpace } from "./disk-space.ts";

it("a server whose disk is full is alive, and not ready until there is room again", async () => {
  const log = vi.fn();
  const { check, tell } = diskSpace(log);
  const api = await startInMemoryCluster({ healthChecks: [check] });
  const answer = async (path: string): Promise<string> => {
    const { status, body } = await api.ask("GET", path);
    return `${status} ${body.text}`;
  };
  expect(await answer("/readyz?verbose")).toContain("[+]storage-space ok\n");
  tell("no space left");
  expect(await answer("/readyz")).toMatch(
    /^500 .*\n\[-\]storage-space failed: reason withheld\n.*readyz check failed\n$/s,
  );
  expect(await answer("/readyz/storage-space")).toBe("500 internal server error: no space left\n");
  expect(await answer("/readyz?exclude=storage-space")).toBe("200 ok");
  expect(await answer("/livez")).toBe("200 ok");
  tell(undefined);
  expect(await answer("/readyz")).toBe("200 ok");
  expect(log.mock.calls.map(([level, message]) => [level, message])).toEqual([
    ["error", "the disk is full"],
    ["info", "the disk has room for the store again"],
  ]);
  await api.stop();
});

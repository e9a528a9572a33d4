import { expect, test } from "vitest";
import { clusterForTests } from "../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

test.each(["/metrics", "/metrics/slis"])(
  "metricsText says at %s since when the process runs",
  async (path) => {
    const { status, headers } = await api.ask("GET", path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^text\/plain; /);
    expect(headers["process-start-time-unix"]).toBe(String(Math.floor(performance.timeOrigin / 1000)));
    expect(headers).not.toHaveProperty("x-content-type-options");
  },
);

import { expect, test } from "vitest";
import { healthChecks } from "./health-checks.ts";

test("The checks of /readyz know more of the store and nothing of the loopback certificate", () => {
  expect(healthChecks([]).readyz.slice(0, 5)).toEqual([
    "ping",
    "log",
    "etcd",
    "etcd-readiness",
    "informer-sync",
  ]);
  expect(healthChecks([]).readyz).not.toContain("loopback-serving-certificate");
  expect(healthChecks([]).readyz.at(-1)).toBe("shutdown");
  expect(healthChecks([]).livez).toEqual(healthChecks([]).healthz);
});

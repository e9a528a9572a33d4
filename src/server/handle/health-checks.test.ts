import { expect, test } from "vitest";
import { HEALTH_CHECKS } from "./health-checks.ts";

test("HEALTH_CHECKS of /readyz know more of the store and nothing of the loopback certificate", () => {
  expect(HEALTH_CHECKS.readyz.slice(0, 5)).toEqual([
    "ping",
    "log",
    "etcd",
    "etcd-readiness",
    "informer-sync",
  ]);
  expect(HEALTH_CHECKS.readyz).not.toContain("loopback-serving-certificate");
  expect(HEALTH_CHECKS.readyz.at(-1)).toBe("shutdown");
  expect(HEALTH_CHECKS.livez).toEqual(HEALTH_CHECKS.healthz);
});

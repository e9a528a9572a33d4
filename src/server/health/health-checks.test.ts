import { expect, test } from "vitest";
import { featuresOf, ORDINARY_FEATURES } from "../../resources/features/features.ts";
import { healthChecks } from "./health-checks.ts";

const ORDINARY = { healthChecks: [], features: ORDINARY_FEATURES };

test("The checks of /readyz know more of the store and nothing of the loopback certificate", () => {
  expect(healthChecks(ORDINARY).readyz.slice(0, 5)).toEqual([
    "ping",
    "log",
    "etcd",
    "etcd-readiness",
    "informer-sync",
  ]);
  expect(healthChecks(ORDINARY).readyz).not.toContain("loopback-serving-certificate");
  expect(healthChecks(ORDINARY).readyz.at(-1)).toBe("shutdown");
  expect(healthChecks(ORDINARY).livez).toEqual(healthChecks(ORDINARY).healthz);
});

test("Kubernetes 1.35 does not have the checks of features that came later", () => {
  const older = healthChecks({ healthChecks: [], features: featuresOf(35) });
  const gone = healthChecks(ORDINARY).readyz.filter((name) => !older.readyz.includes(name));
  expect(gone).toEqual([
    "poststarthook/peer-endpoint-reconciler-controller",
    "poststarthook/storage-readiness",
  ]);
});

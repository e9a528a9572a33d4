import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const built = existsSync(join(ROOT, "dist/testing/index.js"));

test.skipIf(!built)("sallyport/testing works in node:test, from the built package", () => {
  const file = join(ROOT, "test/parts/with-node-test.mjs");
  const { stdout, status } = spawnSync(process.execPath, ["--test", file], { encoding: "utf8", cwd: ROOT });
  // The reporter of TAP, and the one of newer versions of Node.
  expect(stdout).toMatch(/^(?:#|ℹ) pass 1$/m);
  expect(status).toBe(0);
  // Without this file the first control plane of a process takes three times as long.
  expect(existsSync(join(ROOT, "dist/cluster/boot.json"))).toBe(true);
});

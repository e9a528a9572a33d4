import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("the types of decoded objects are those of the tables of fields", () => {
  const { status, stdout } = spawnSync("node", ["scripts/update/object-types.mjs", "--check"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
});

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const MODULE = new URL("free-port.mjs", import.meta.url).href;

/** Two independent module instances, like two processes whose ids lead to the same first port. */
const TWO = `
const [one, other] = [await import("${MODULE}?one"), await import("${MODULE}?other")];
console.log(await one.freePort(), await other.freePort(), await one.freePort());
`;

test("freePort gives nobody the port that another one has been given and does not listen on yet", () => {
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", TWO], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(new Set(stdout.trim().split(" ")).size).toBe(3);
});

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ROOT } from "../../scripts/parts/shared.mjs";

/**
 * bench/reference.json: the commit that the working tree is compared with, and by the names of rows the accepted ratios
 * with their reasons.
 */
export const readReference = () =>
  JSON.parse(readFileSync(new URL("../reference.json", import.meta.url), "utf8"));

/** False in a shallow clone. */
export const hasReference = () =>
  spawnSync("git", ["cat-file", "-e", readReference().commit], { cwd: ROOT }).status === 0;

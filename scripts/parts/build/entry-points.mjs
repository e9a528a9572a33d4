// The entry points of package.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../shared.mjs";

const { bin, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** In the build: reports of what is exported, and which types are mentioned that are not. */
export const REPORTS = "api";

const pathOf = (file) => file.replace(/^\.\/dist\//, "").replace(/\.js$/, "");

/** Entry points that are written as sources: what they are called in reports, and their path below `src` and `dist`. */
export function entryPoints() {
  // The types of kinds are made, not compiled.
  return Object.values(exports)
    .flatMap((entry) => entry.default ?? [])
    .map(pathOf)
    .filter((path) => path !== "kinds/index")
    .map((path) => ({ name: path.replace(/\/index$/, "").replaceAll("/", "-"), path }));
}

/** Paths of the programs. */
export const programs = () => [...new Set(Object.values(bin).map(pathOf))];

/** Besides the entry points of the package: what tests and measurements load from the build, and what a thread runs. */
export const LOADED = [
  "http/certificates/issue",
  "cluster/booted-storage",
  "go-yaml/yaml-thread",
  "cli/console/console-process",
];

/** Everything that the build begins with: also the programs that fast-bundles.mjs joins. */
export const INSIDE = [...LOADED, "cli/bundle/serve-program", "cli/bundle/checks-program"];

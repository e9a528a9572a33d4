import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** What runs TypeScript in a process of its own, for tests: the test runner brings it along. */
export function typescriptRunner(): string {
  const runnerPackage = createRequire(createRequire(import.meta.url).resolve("vitest/package.json"));
  return join(dirname(runnerPackage.resolve("vite-node")), "../vite-node.mjs");
}

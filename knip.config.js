// Unused files, exports and dependencies.
import { readFileSync } from "node:fs";

const { devDependencies } = JSON.parse(
  readFileSync(new URL("tools/maintain/package.json", import.meta.url), "utf8"),
);
/** Files of other workspaces use these, which knip reports; it counts itself as used. */
const maintained = Object.keys(devDependencies).filter((name) => name !== "knip");

/** @type {import("knip").KnipConfig} */
export default {
  ignoreExportsUsedInFile: {
    interface: false,
    type: false,
  },
  workspaces: {
    ".": {
      entry: [
        "src/{index,cli/main,admission/index,storage/index,storage/contract,testing/index,testing/vitest,webhook/index,cel/index}.ts",
        "src/http/certificates/issue.ts",
        "src/cluster/booted-storage.ts",
        "src/go-yaml/yaml-thread.ts",
        "src/cli/console/console-process.ts",
        "src/cli/bundle/*-program.ts",
        "src/**/*.{test,tool}.ts",
        "src/types/tables/**/*-types.ts",
        "test/**/*.{ts,mjs}",
        "conformance/**/*.ts",
        "tools/versions/**/*.ts",
        "bench/**/*.mjs",
        "scripts/**/*.{mjs,d.mts}",
        "examples/**/*.ts",
        "console/src/**/*.{ts,tsx}",
      ],
      project: ["src/**/*.ts"],
      ignoreDependencies: ["sallyport-webhook"],
    },
    "editors/vscode": {
      entry: ["extension.mjs"],
    },
    site: {
      entry: [
        "*.mjs",
        "try/offline.js",
        "try/src/engine/worker.ts",
        "try/src/page/main.tsx",
        "try/src/platform/*.ts",
      ],
      ignoreDependencies: ["sallyport-try-examples", "buffer"],
    },
    "tools/differential": {
      entry: ["**/*.ts"],
    },
  },
  exclude: ["duplicates"],
  ignore: ["site/groups.d.mts"],
  ignoreDependencies: [...maintained, "@kubernetes-models/apimachinery", "kubernetes-models"],
  ignoreBinaries: ["go", "ip", "mkfifo", "mount", "umount", "openssl", "kubectl", "biome"],
};

import { readdirSync } from "node:fs";
import { DECISIONS, GROUPS } from "./groups.mjs";

const known = Object.values(GROUPS).flat();
const there = readdirSync(new URL("../docs", import.meta.url)).filter((name) => name.endsWith(".md"));
// In the order of the groups; the plugin refuses those that have no place there.
const pages = there.sort((a, b) => known.indexOf(a.slice(0, -3)) - known.indexOf(b.slice(0, -3)));

export default {
  name: "Sallyport",
  entryPoints: [
    "../src/webhook/index.ts",
    "../src/testing/index.ts",
    "../src/index.ts",
    "../src/cel/index.ts",
    "../src/admission/index.ts",
    "../src/storage/index.ts",
    "../src/storage/contract.ts",
  ],
  tsconfig: "tsconfig.json",
  plugin: ["./pages.mjs"],
  out: "out",
  readme: "../README.md",
  projectDocuments: [...pages.map((page) => `../docs/${page}`), "../docs/decisions/*.md"],
  groupOrder: [...Object.keys(GROUPS), "Modules", "*", DECISIONS],
  navigation: { includeGroups: true },
  searchInDocuments: true,
  sort: ["source-order"],
  sortEntryPoints: false,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  highlightLanguages: ["bash", "diff", "go", "javascript", "json", "lua", "sh", "toml", "typescript", "yaml"],
  customCss: "site.css",
  customJs: "site.js",
  favicon: "favicon.svg",
  disableGit: true,
  gitRevision: "main",
  sourceLinkTemplate: "https://github.com/sallyport/sallyport/blob/{gitRevision}/{path}#L{line}",
  // site.js makes the address of the first one.
  navigationLinks: { "Try it": "#try", Repository: "https://github.com/sallyport/sallyport" },
  hideGenerator: true,
  // Values of expressions that programs only hand on.
  intentionallyNotExported: [
    "AuthorizerValue",
    "CelCidr",
    "CelFormat",
    "CelIp",
    "CelQuantity",
    "CelSemver",
    "CelUrl",
    "Decision",
    "GroupCheck",
    "PathCheck",
    "ResourceCheck",
  ],
};

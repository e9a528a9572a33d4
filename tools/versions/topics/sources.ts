import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Facts, Topic } from "../facts.ts";
import { fileText, type Reference, sourceOf } from "../reference.ts";

/** A topic that is read from Kubernetes' source, if Go's cache has it. `add` is called for each file. */
const fromSource = (
  name: string,
  modules: readonly string[],
  isWanted: (path: string) => boolean,
  add: (facts: Map<string, string>, path: string, text: string) => void,
): Topic => ({
  name,
  read: async (reference) => {
    const facts = new Map<string, string>();
    for (const module of modules) {
      const folder = sourceOf(reference, module);
      if (folder === undefined) return missing(reference, module);
      for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
        if (isWanted(path)) add(facts, path, fileText(join(folder, path)));
    }
    return facts satisfies Facts;
  },
});

const missing = ({ version }: Reference, module: string): string =>
  `not compared: Go's cache has no source of k8s.io/${module} for ${version}`;

/** Field numbers, from generated.proto. */
const PROTOBUF = fromSource(
  "protobuf",
  ["api", "apimachinery", "apiextensions-apiserver", "kube-aggregator"],
  (path) => path.endsWith("generated.proto"),
  (facts, path, text) => {
    for (const [, message = "", body = ""] of text.matchAll(/^message (\w+) \{\n(.*?)^\}/gms))
      for (const [, type, field = "", number] of body.matchAll(/^ {2}(.+?) (\w+) = (\d+);/gm))
        facts.set(`${path.replace("/generated.proto", "")} ${message}.${field}`, `${number}: ${type}`);
  },
);

/** Tags of declarative validation, at the fields of types.go. */
const VALIDATION_TAGS = fromSource(
  "validation tags",
  ["api"],
  (path) => path.endsWith("/types.go"),
  (facts, path, text) => {
    let type = "";
    let tags: string[] = [];
    for (const line of text.split("\n")) {
      const tag = /^\s*\/\/ (\+k8s:.*)$/.exec(line)?.[1];
      const begun = /^type (\w+) /.exec(line)?.[1];
      const field = /^\t(\w+)\s.*`/.exec(line)?.[1];
      if (tag !== undefined && !tag.startsWith("+k8s:openapi-gen") && !tag.startsWith("+k8s:deepcopy"))
        tags.push(tag);
      if (begun !== undefined) type = begun;
      if (begun === undefined && field === undefined) continue;
      if (tags.length > 0)
        facts.set(
          `${path.replace("/types.go", "")} ${type}${field === undefined ? "" : `.${field}`}`,
          tags.join(" "),
        );
      tags = [];
    }
  },
);

/** Overloads of the functions of CEL, when each library came, and how calls are counted. */
const CEL = fromSource(
  "CEL",
  ["apiserver"],
  (path) => /^pkg\/cel\/(library|environment)\/[a-z_]+\.go$/.test(path) && !path.endsWith("_test.go"),
  (facts, path, text) => {
    for (const [, name] of text.matchAll(/\b(?:Member)?Overload\("([^"]+)"/g))
      facts.set(`overload ${name}`, path);
    for (const [, names = "", body = ""] of text.matchAll(
      /^\tcase ("[^\n]*"):\n(.*?)(?=^\tcase |^\tdefault|^\t\})/gms,
    ))
      facts.set(`${path}: case ${names}`, body.replaceAll(/\s+/g, " ").trim());
    for (const [, version = "", body = ""] of text.matchAll(
      /IntroducedVersion:\s*version\.MajorMinor\((\d+, \d+)\),(.*?)^\t\},?$/gms,
    ))
      for (const [library = ""] of body.matchAll(/\b(?:library|ext|cel)\.\w+\([^()\n]*/g))
        facts.set(`environment ${version.replace(", ", ".")} ${library}`, "has it");
  },
);

export const SOURCES: readonly Topic[] = [PROTOBUF, VALIDATION_TAGS, CEL];

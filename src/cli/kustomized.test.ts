import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { folderForTests } from "../../test/tools/scratch-folder.tool.ts";
import { configurationsOf, kustomized } from "./kustomized.ts";

const folder = folderForTests();
afterEach(() => vi.unstubAllEnvs());

/** Writes a program that stands for the real one, and lets it be the only one on the PATH. */
function program(name: string, script: string): void {
  const path = mkdtempSync(join(folder, "path-"));
  writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(path, name), 0o755);
  vi.stubEnv("PATH", path);
}
const OBJECT = "echo 'apiVersion: v1'\necho 'kind: Namespace'\necho 'metadata: {name: made}'";

test("kustomized returns the objects that kubectl makes, with their lines", async () => {
  program("kubectl", `[ "$1 $2" = "kustomize --" ] || exit 1\n${OBJECT}`);
  const [first] = await kustomized("base");
  expect(first?.object.metadata).toEqual({ name: "made" });
  expect(first?.line(["metadata"])).toBe("kubectl kustomize base:3");
});

test("kustomized asks kustomize if there is no kubectl", async () => {
  program("kustomize", `[ "$1 $2" = "build --" ] || exit 1\n${OBJECT}`);
  expect(await configurationsOf({ filename: [], kustomize: ["base"] })).toHaveLength(1);
});

test("kustomized tells what the program said, with control characters shown", async () => {
  program("kubectl", "printf 'no kustomization \\033[31mhere' >&2\nexit 1");
  await expect(kustomized("base")).rejects.toThrow("kubectl kustomize base: no kustomization \\");
});

test("kustomized lets the program read nothing over the network", async () => {
  program("kubectl", 'echo "$GIT_ALLOW_PROTOCOL $HTTPS_PROXY" >&2\nexit 1');
  await expect(kustomized("base")).rejects.toThrow("file http://127.0.0.1:9");
});

test("kustomized says how to fetch the files of another machine", async () => {
  program("kubectl", "echo \"fatal: transport 'https' not allowed\" >&2\nexit 1");
  await expect(kustomized("my base")).rejects.toThrow("kubectl kustomize 'my base' > all.yaml fetches them");
});

test("kustomized says so if neither program is there", async () => {
  vi.stubEnv("PATH", folder);
  await expect(kustomized("base")).rejects.toThrow("-k base: neither kubectl nor kustomize is on the PATH");
});

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { folderForTest } from "../tools/scratch-folder.tool.ts";

const SCRIPTS = [
  "fetch-lmdb.mjs",
  "parts/build/package-integrity.mjs",
  "parts/read-flags.mjs",
  "parts/shared.mjs",
];
const NAME = "@lmdb/lmdb-other-x64";
const integrityOf = (bytes: Uint8Array): string =>
  `sha512-${createHash("sha512").update(bytes).digest("base64")}`;

/** A copy of the script in a project whose registry has one package. */
function project(integrityFor: (bytes: Uint8Array) => string | undefined) {
  const root = folderForTest();
  for (const folder of ["scripts/parts/build", "node_modules", "bin", "package"])
    mkdirSync(join(root, folder), { recursive: true });
  for (const name of SCRIPTS)
    copyFileSync(join(import.meta.dirname, "../../scripts", name), join(root, "scripts", name));
  writeFileSync(join(root, "package/node.napi.node"), "a library");
  spawnSync("tar", ["-czf", "other.tgz", "package"], { cwd: root });
  const npm = `#!/bin/sh\nwhile [ $# -gt 1 ]; do [ "$1" = --pack-destination ] && cp "${root}/other.tgz" "$2"; shift; done\necho other.tgz\n`;
  writeFileSync(join(root, "bin/npm"), npm);
  chmodSync(join(root, "bin/npm"), 0o755);
  const integrity = integrityFor(readFileSync(join(root, "other.tgz")));
  const packages = {
    "node_modules/lmdb": { version: "1.0.0", optionalDependencies: { [NAME]: "1.0.0" } },
    [`node_modules/${NAME}`]: { version: "1.0.0", integrity },
  };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
  const env = { ...process.env, PATH: `${join(root, "bin")}${delimiter}${process.env.PATH}` };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/fetch-lmdb.mjs"], { cwd: root, env });
  return { status, stderr: String(stderr), isThere: existsSync(join(root, "node_modules", NAME)) };
}

test.skipIf(process.platform === "win32")(
  "fetch-lmdb unpacks a package that has the integrity of package-lock.json",
  () => {
    expect(project(integrityOf)).toEqual({ status: 0, stderr: "", isThere: true });
  },
);

test.skipIf(process.platform === "win32").each([
  [
    "the digest of another file",
    () => integrityOf(Buffer.from("x")),
    /lmdb-other-x64@1\.0\.0 has the integrity sha512-.*nothing of it was unpacked/,
  ],
  ["an older digest", () => "sha1-AAAA", /has no sha512 integrity/],
  ["no digest", () => undefined, /package-lock\.json has no sha512 integrity of @lmdb\/lmdb-other-x64@1/],
])("fetch-lmdb refuses a package when package-lock.json has %s", (_, integrity, text) => {
  const { status, stderr, isThere } = project(integrity);
  expect([status, isThere]).toEqual([1, false]);
  expect(stderr).toMatch(text);
});

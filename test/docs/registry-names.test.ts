import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const hasGit = existsSync(join(ROOT, ".git"));
const TEXTS = /\.(?:md|mjs|svg|ya?ml|sh|json|ts)$|Dockerfile$/;
/** Commands that would download a package whose name is not registered: another author could register it. */
const DOWNLOADS = [
  /\bnpx (?!--no )[^\n|;&]*\bsallyport\b/g,
  /\bnpm (?:add|i|install)\b[^\n`|;&]*\s(?:sallyport|sallyport-webhook)(?:@[\w.^~-]+)?(?=[\s`"']|$)/g,
];

test.skipIf(!hasGit)("no page and no script downloads the package from a registry", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  const own = "test/docs/registry-names.test.ts";
  const found = files
    .filter((file) => TEXTS.test(file) && file !== own && existsSync(join(ROOT, file)))
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      return DOWNLOADS.flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([command]) => `${file}: ${command}`),
      );
    });
  expect(found).toEqual([]);
});

test.each([
  "npx sallyport serve",
  "npx -y sallyport lint",
  "npm install -D sallyport",
  "npm i sallyport@0.1.0",
  "npm install sallyport-webhook\n",
])("%j downloads it", (command) =>
  expect(DOWNLOADS.some((pattern) => command.search(pattern) >= 0)).toBe(true),
);

test.each([
  "npx --no sallyport serve",
  "npm install --save-dev ./sallyport-0.1.0.tgz",
  "npm install --save-dev esbuild",
])("%j does not", (command) => expect(DOWNLOADS.some((pattern) => command.search(pattern) >= 0)).toBe(false));

describe.skipIf(spawnSync("bash", ["-c", "true"]).status !== 0)("the action", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sallyport-action-"));
    for (const name of ["bin", "root/scripts", "root/dist/cli"])
      mkdirSync(join(folder, name), { recursive: true });
    cpSync(join(ROOT, "scripts/start-in-job.sh"), join(folder, "root/scripts/start-in-job.sh"));
    writeFileSync(
      join(folder, "root/dist/cli/main.js"),
      'console.log("is ready at", process.argv.slice(2).join(" "));',
    );
    writeFileSync(join(folder, "bin/npm"), '#!/bin/sh\necho "$PWD: npm $*" >> "$CALLS"\n');
    chmodSync(join(folder, "bin/npm"), 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const start = (given: string) =>
    spawnSync(join(folder, "root/scripts/start-in-job.sh"), {
      encoding: "utf8",
      env: {
        PATH: `${join(folder, "bin")}:${process.env.PATH}`,
        CALLS: join(folder, "calls"),
        GITHUB_ENV: join(folder, "env"),
        SALLYPORT_PACKAGE: given,
        SALLYPORT_ARGS: "--log-level info",
        SALLYPORT_KUBECONFIG: join(folder, "job/kubeconfig"),
      },
    });

  test("builds its own repository, and names the kubeconfig", () => {
    const { status, stdout } = start("");
    expect(status).toBe(0);
    expect(stdout).toContain("is ready at serve --in-memory");
    expect(stdout).toContain("--log-level info");
    const root = join(folder, "root");
    expect(readFileSync(join(folder, "calls"), "utf8")).toBe(
      `${root}: npm ci --workspaces=false --no-fund --no-audit\n${root}: npm run build\n`,
    );
    expect(readFileSync(join(folder, "env"), "utf8")).toBe(`KUBECONFIG=${join(folder, "job/kubeconfig")}\n`);
  });

  test("takes no name of a package", () => {
    const { status, stderr } = start("latest");
    expect(status).toBe(1);
    expect(stderr).toContain("there is no file or folder latest");
    expect(existsSync(join(folder, "calls"))).toBe(false);
  });
});

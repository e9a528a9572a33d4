import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = join(ROOT, "test/package");
const built = existsSync(join(ROOT, "dist/kinds/index.d.ts"));
const folder = mkdtempSync(join(tmpdir(), "sallyport-package-"));
const modules = join(folder, "node_modules");
const installed = join(modules, "sallyport");

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** What `npm pack` makes, installed in an empty folder; its dependencies are those of this checkout. */
beforeAll(() => {
  if (!built) return;
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" }));
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, filename), "-C", installed, "--strip-components=1"]);
  const { dependencies } = manifest();
  for (const name of [...Object.keys(dependencies), "@types/node", "undici-types"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const manifest = (): Manifest => JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

describe.skipIf(!built)("the package", () => {
  test("has a program here for each of its entry points", () => {
    const names = Object.keys(manifest().exports).filter((path) => path !== "./package.json");
    const programs = names.map((path) =>
      path === "." ? "index.ts" : `${path.slice(2).replaceAll("/", "-")}.ts`,
    );
    expect(readdirSync(PROGRAMS).sort()).toEqual(programs.sort());
  });

  test("compiles in strict programs that look at all its declarations", () => {
    for (const name of readdirSync(PROGRAMS))
      writeFileSync(join(folder, name), readFileSync(join(PROGRAMS, name)));
    const options = {
      target: "es2023",
      lib: ["es2024"],
      types: ["node"],
      module: "nodenext",
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      isolatedModules: true,
      skipLibCheck: false,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, include: ["*.ts"] }),
    );
    const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
    const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
    expect(stdout).toBe("");
  });

  test("runs: a control plane with the server's plugins", () => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "index.js")], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ list: 200, intoMissingNamespace: 404 });
  });

  test("has declarations of its entry points only, and no tools of tests", () => {
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".d.ts"))).toHaveLength(readdirSync(PROGRAMS).length);
    expect(
      files.filter((name) => /\.map$|\.tgz$|\.test\.|scratch|booted-storage|^examples|^api/.test(name)),
    ).toEqual([]);
  });
});

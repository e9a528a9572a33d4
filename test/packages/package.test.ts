import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmptyFolder } from "../parts/empty-folder.ts";
import { startProgram } from "../parts/program.ts";
import { collect } from "../parts/server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAMS = join(ROOT, "test/packages/programs");
const built = existsSync(join(ROOT, "dist/kinds/index.d.ts"));
const empty = new EmptyFolder();
const folder = empty.path;
const modules = join(folder, "node_modules");
const installed = join(modules, "sallyport");

/** An export that is no module, and one that needs vitest (src/testing/vitest.test.ts tests it). */
const WITHOUT_PROGRAM: ReadonlySet<string> = new Set(["./package.json", "./testing/vitest"]);

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>;
}

beforeAll(async () => {
  if (!built) return;
  await empty.install(await empty.pack("sallyport"));
}, 600_000);
afterAll(() => empty.remove());

const manifest = (): Manifest => JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));

describe.skipIf(!built)("the package", () => {
  test("has a program here for each of its entry points", () => {
    const names = Object.keys(manifest().exports).filter((path) => !WITHOUT_PROGRAM.has(path));
    const programs = names.map((path) =>
      path === "." ? "index.ts" : `${path.slice(2).replaceAll("/", "-")}.ts`,
    );
    expect(readdirSync(PROGRAMS).sort()).toEqual(programs.sort());
  });

  test.each(["package.json", "packages/webhook/package.json"])("%s: npm pack builds first", (path) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as {
      scripts?: { prepack?: string };
    };
    expect(scripts?.prepack).toContain("build-if-old.mjs");
  });

  test("was installed offline; its program keeps objects in a folder", async () => {
    expect(existsSync(join(modules, ".bin/sallyport"))).toBe(true);
    const data = ["--data-dir", join(folder, "data"), "--secure-port", "0"];
    const server = startProgram(join(installed, "dist/cli/main.js"), ["serve", ...data], folder);
    await expect.poll(server.output).toMatch(/Sallyport is ready .* objects are kept in/);
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(folder, "data/data"))).toBe(true);
  });

  test("brings everything with it but what other systems need for folders", () => {
    const own = readdirSync(modules).filter((name) => !name.startsWith("."));
    expect(own).toEqual(["sallyport"]);
  });

  test("compiles in strict programs that look at all its declarations", async () => {
    // Packages that only the compiler needs.
    for (const name of ["@types/node", "undici-types"]) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
    }
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
    const { stdout } = await collect(spawn(process.execPath, [compiler, "-p", folder]));
    expect(stdout).toBe("");
  });

  test("runs: a control plane with the server's plugins", () => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, "index.js")], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ list: 200, intoMissingNamespace: 404 });
  });

  test("has declarations of its entry points only, and no tools of tests", () => {
    const files = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".d.ts") && !name.startsWith("sdk/"))).toHaveLength(
      Object.keys(manifest().exports).length - 1,
    );
    expect(
      files.filter((name) => /\.map$|\.tgz$|\.test\.|scratch|booted-storage|^examples|^api/.test(name)),
    ).toEqual([]);
  });
});

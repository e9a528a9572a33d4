import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { builtProgram } from "../parts/server.ts";

test.each([
  ["webhook", "/src/webhook/handle.ts", []],
  ["cel", "/src/cel/plan/plan.ts", ["re2js"]],
])("sallyport/%s loads neither the server nor its libraries", (name, own, libraries) => {
  const door = join(builtProgram(), `../../${name}/index.js`);
  const loader = `export async function resolve(name, context, next) {
    const found = await next(name, context);
    process._rawDebug(found.url);
    return found;
  }`;
  const program = `import { register } from "node:module";
    register("data:text/javascript," + encodeURIComponent(${JSON.stringify(loader)}));
    await import(${JSON.stringify(`file://${door}`)});`;
  const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  expect(status, stderr).toBe(0);
  const loaded = stderr.split("\n").filter((line) => line.startsWith("file:"));
  const ours = loaded.filter((url) => url.includes("/dist/"));
  const others = loaded.filter((url) => url.includes("/node_modules/") && !ours.includes(url));
  expect(others.filter((url) => !libraries.some((library) => url.includes(`/${library}/`)))).toEqual([]);
  const sources = ours.flatMap(sourcesOf);
  expect(sources).toContainEqual(expect.stringContaining(own));
  const unwanted = /\/src\/(server|storage|admission|resources|cluster)\//;
  expect(sources.filter((source) => unwanted.test(source))).toEqual([]);
});

/** The files of `src/` that the build joined into a file. */
function sourcesOf(url: string): string[] {
  const map = JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, "utf8")) as { sources: string[] };
  return map.sources;
}

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtProgram } from "./parts/server.ts";

test("sallyport/webhook loads neither the server nor its libraries", () => {
  const door = join(builtProgram(), "../../webhook/index.js");
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
  expect(stderr).toContain("webhook/handle.js");
  const modules = stderr.split("\n").filter((line) => line.startsWith("file:"));
  const unwanted = modules.filter((url) =>
    /\/node_modules\/(?!\.cache)|\/dist\/(server|storage|admission|resources|cluster)\//.test(url),
  );
  expect(unwanted).toEqual([]);
});

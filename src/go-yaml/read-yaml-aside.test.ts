import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { readYaml } from "./read-yaml.ts";
import { YamlThread } from "./read-yaml-aside.ts";

const ROOT = join(import.meta.dirname, "../..");
const outfile = join(ROOT, "node_modules/.cache/yaml-thread/yaml-thread.mjs");
const script = pathToFileURL(outfile);

beforeAll(() =>
  build({
    entryPoints: [join(import.meta.dirname, "yaml-thread.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
  }),
);

const bytesOf = (text: string) => Buffer.from(text);

test.each([
  "a: 1\nb: [y, 9007199254740993, ü, 1.5]\nc: {d: }",
  "a: 1\na: 2\nb: {c: 1, c: 2}",
  "# nothing",
  '__proto__: {a: b}\n"10": c\n2: d',
])("the thread reads %j as everybody does", async (text) => {
  expect(await new YamlThread({ script }).read(bytesOf(text))).toEqual(readYaml(text));
});

test("what is no YAML is refused in the same words, and the next text is read", async () => {
  const thread = new YamlThread({ script });
  const [first, second] = [thread.read(bytesOf("a: [")), thread.read(bytesOf("a: b"))];
  await expect(first).rejects.toThrow("yaml: line 1: did not find expected node content");
  expect((await second).value).toEqual({ a: "b" });
});

test("the event loop has turns while a long text is read", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const { value } = await new YamlThread({ script }).read(bytesOf("- a: b\n".repeat(50_000)));
  clearInterval(timer);
  expect(value).toHaveLength(50_000);
  expect(turns).toBeGreaterThan(10);
});

test("the bytes stay with the caller that gave them", async () => {
  const bytes = bytesOf("a: b");
  await new YamlThread({ script }).read(bytes);
  expect(bytes.toString()).toBe("a: b");
});

test("a text that takes too long is given up, and the next one is read", async () => {
  const thread = new YamlThread({ script, deadlineMs: 500 });
  const endless = thread.read(bytesOf("- a: b\n".repeat(400_000)));
  await expect(endless).rejects.toMatchObject({ reason: "too costly" });
  // On a loaded machine even a short text, or the start of the thread, can exceed the time limit.
  const next = () =>
    thread.read(bytesOf("a: b")).then(
      ({ value }) => value,
      () => undefined,
    );
  await expect.poll(next).toEqual({ a: "b" });
});

test("so many texts may wait", async () => {
  const thread = new YamlThread({ script, mostWaiting: 1 });
  const [first, second, third] = ["a", "b", "c"].map((text) => thread.read(bytesOf(text)));
  await expect(third).rejects.toMatchObject({ reason: "busy" });
  expect([(await first)?.value, (await second)?.value]).toEqual(["a", "b"]);
});

test("a thread that does not start fails its text", async () => {
  const thread = new YamlThread({ script: new URL("none.mjs", script) });
  await expect(thread.read(bytesOf("a: b"))).rejects.toThrow(/Cannot find module/);
});

import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAuthority, issueServing } from "../../src/http/certificates/issue.ts";
import { callReview, podReview } from "../parts/call-review.ts";
import { buildImage } from "../parts/dockerfile.ts";
import { EmptyFolder } from "../parts/empty-folder.ts";
import { startProgram } from "../parts/program.ts";
import { collect } from "../parts/server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const built = existsSync(join(ROOT, "packages/webhook/dist"));
/** Node, npm and the file of the package: nothing else. */
const empty = new EmptyFolder();
const outside = dirname(empty.path);
const folder = join(outside, "my-hooks");
const program = join(empty.path, "node_modules/sallyport/dist/cli/main.js");
const webhooks = join(folder, "src/webhooks.ts");

beforeAll(async () => {
  if (!built) return;
  await empty.install(await empty.pack("sallyport"));
  await empty.run("npx", ["--offline", "sallyport", "webhook", "init", folder]);
  withoutTools();
  await empty.run("npm", ["install", "--offline"], folder);
  linkTools(folder);
});
afterAll(() => empty.remove());

const TOOLS = ["typescript", "esbuild", "@types/node"];

/** A registry has these tools; here are those of this checkout, for the tests need no network. */
function withoutTools(): void {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { devDependencies: Record<string, string> };
  for (const name of TOOLS) {
    expect(manifest.devDependencies[name]).toBeDefined();
    Reflect.deleteProperty(manifest.devDependencies, name);
  }
  writeFileSync(file, JSON.stringify(manifest));
}

const LINKS = [...TOOLS, "@typescript", "@esbuild", "undici-types", ".bin/tsc"];

function linkTools(project: string): void {
  for (const name of LINKS) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

/** Called before npm checks the folder, because npm would delete unknown packages through the links. */
function unlinkTools(project: string): void {
  for (const name of LINKS) unlinkSync(join(project, "node_modules", name));
  rmdirSync(join(project, "node_modules/@types"));
}

function edit(from: string, to: string): void {
  const text = readFileSync(webhooks, "utf8");
  expect(text).toContain(from);
  writeFileSync(webhooks, text.replaceAll(from, to));
}

const sallyport = (...args: string[]) =>
  spawnSync(process.execPath, [program, "webhook", ...args], { cwd: folder, encoding: "utf8" });

const runTests = () => collect(spawn("npm", ["test"], { cwd: folder }));

describe.skipIf(!built)("a new project, from the file of the package and without a network", () => {
  test("compiles and passes its tests, in whatever folder; they are red when the webhook is wrong", async () => {
    mkdirSync(join(folder, "src/deep/er"), { recursive: true });
    const deep = 'import { test } from "node:test";\ntest("the deep one", () => {});\n';
    writeFileSync(join(folder, "src/deep/er/more.test.ts"), deep);
    const green = await runTests();
    expect(green.stdout).toContain("the deep one");
    expect(green.code, green.stdout + green.stderr).toBe(0);
    edit("? true", '? deny("no")');
    expect((await runTests()).stdout).toMatch(/^(?:not ok|✖) /m);
    edit('? deny("no")', "? true");
  });

  test("a folder that holds something is left alone", () => {
    const { status, stderr } = sallyport("init", folder);
    expect(status).toBe(1);
    expect(stderr).toContain("is not empty");
  });

  // The commands' output is tested in test/webhooks/webhook-commands.test.ts.
  test("the installed program reads its webhooks, which the installed package of the SDK makes", () => {
    const { status, stdout } = sallyport(
      "manifest",
      "src/webhooks.ts",
      "--name",
      "my-hooks",
      "--image",
      "x/y:1",
    );
    expect(status).toBe(0);
    expect(stdout).toContain("kind: ValidatingWebhookConfiguration");
  });

  test("its Dockerfile makes an image with one package, whose webhooks are called", async () => {
    const { folder: image, command } = await buildImage(folder, outside, async (line, stage) => {
      for (const part of line.split(" && ")) {
        const compiles = part.startsWith("npm run");
        if (compiles) linkTools(stage);
        await empty.run("sh", ["-c", part.replace("npm ci", "npm ci --offline")], stage);
        if (compiles) unlinkTools(stage);
      }
    });
    const modules = readdirSync(join(image, "node_modules")).filter((name) => !name.startsWith("."));
    expect(modules).toEqual(["sallyport-webhook"]);
    const certs = mkdtempSync(join(outside, "certs-"));
    const now = Date.now();
    const authority = await createAuthority({ commonName: "ca", now });
    const pair = await issueServing(authority, { hosts: ["127.0.0.1"], now });
    writeFileSync(join(certs, "tls.crt"), pair.cert);
    writeFileSync(join(certs, "tls.key"), pair.key);
    const [program, first = "", ...more] = command;
    expect(program).toBe("node");
    const pod = startProgram(first, more, image, { CERT_DIR: certs, PORT: "0" });
    await expect.poll(pod.output).toContain("webhooks are served at https://127.0.0.1:");
    const url = /https:\S+/.exec(pod.output())?.[0] ?? "";
    const answer = await callReview(`${url}/owner`, authority.cert, podReview({}));
    expect(answer).toMatchObject({ response: { allowed: false, status: { code: 403 } } });
    await pod.kill();
  });
});

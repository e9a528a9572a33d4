import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
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
import { createAuthority, issueServing } from "../src/http/certificates/issue.ts";
import { callReview, podReview } from "./parts/call-review.ts";
import { buildImage } from "./parts/dockerfile.ts";
import { EmptyFolder } from "./parts/empty-folder.ts";
import { findKubectls } from "./parts/kubectl.ts";
import { startProgram } from "./parts/program.ts";
import { collect } from "./parts/server.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const built = existsSync(join(ROOT, "packages/webhook/dist"));
/** Node, npm and the file of the package: nothing else. */
const empty = new EmptyFolder();
const outside = dirname(empty.path);
const folder = join(outside, "my-hooks");
const program = join(empty.path, "node_modules/sallyport/dist/cli/main.js");
const webhooks = join(folder, "src/webhooks.ts");
const started: ChildProcess[] = [];
const kubectl = findKubectls()[0]?.path;

beforeAll(async () => {
  if (!built) return;
  await empty.install(await empty.pack("sallyport"));
  await empty.run("npx", ["--offline", "sallyport", "webhook", "init", folder]);
  withoutTools();
  await empty.run("npm", ["install", "--offline"], folder);
  linkTools(folder);
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  empty.remove();
});

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

/** Before npm looks at the folder, for it removes through links what it does not know. */
function unlinkTools(project: string): void {
  for (const name of LINKS) unlinkSync(join(project, "node_modules", name));
  rmdirSync(join(project, "node_modules/@types"));
}

const run = (command: string, args: string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to));
}

const runTests = () => collect(spawn("npm", ["test"], { cwd: folder }));

describe.skipIf(!built)("a new project, from the file of the package and without a network", () => {
  test("compiles and passes its tests, in whatever folder; they are red when the webhook is wrong", async () => {
    mkdirSync(join(folder, "src/deep/er"), { recursive: true });
    const deep = 'import { test } from "node:test";\ntest("the deep one", () => {});\n';
    writeFileSync(join(folder, "src/deep/er/more.test.ts"), deep);
    const green = await runTests();
    expect(green.stdout).toContain("the deep one");
    expect(green.code, green.stdout + green.stderr).toBe(0);
    edit(webhooks, "? true", '? deny("no")');
    expect((await runTests()).stdout).toContain("not ok");
    edit(webhooks, '? deny("no")', "? true");
  });

  test("a folder that holds something is left alone", () => {
    const { status, stderr } = spawnSync(process.execPath, [program, "webhook", "init", folder], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toContain("is not empty");
  });

  const manifest = ["webhook", "manifest", "src/webhooks.ts", "--name", "my-hooks", "--image", "x/y:1"];
  const sallyport = (...args: string[]) => run(process.execPath, [program, ...args]);

  test("its manifests are what a cluster needs, and the same each time; a plural that is none is refused", () => {
    const text = sallyport(...manifest);
    expect(text.match(/^kind: .*/gm)).toEqual([
      "kind: Issuer",
      "kind: Certificate",
      "kind: Issuer",
      "kind: Certificate",
      "kind: ServiceAccount",
      "kind: Service",
      "kind: Deployment",
      "kind: PodDisruptionBudget",
      "kind: MutatingWebhookConfiguration",
      "kind: ValidatingWebhookConfiguration",
    ]);
    expect(sallyport(...manifest)).toBe(text);
    expect(sallyport(...manifest, "--certificate", "own")).toContain("kind: Secret");
    edit(webhooks, 'on("v1", "pods")', 'on("v1", "Pod")');
    const wrong = spawnSync(process.execPath, [program, ...manifest], { cwd: folder, encoding: "utf8" });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('there is no resource "Pod" there: did you mean "pods" of v1?');
    edit(webhooks, 'on("v1", "Pod")', 'on("v1", "pods")');
  });

  test.skipIf(kubectl === undefined)("kubectl builds its folder for kustomize to the same objects", () => {
    sallyport(...manifest, "--format", "kustomize", "--out", "deploy");
    const kinds = (text: string) => text.match(/^kind: .*/gm)?.sort();
    expect(kinds(run(kubectl ?? "", ["kustomize", "deploy"]))).toEqual(kinds(sallyport(...manifest)));
    const alone = spawnSync(process.execPath, [program, ...manifest, "--format", "helm"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(alone.stderr).toContain("give --out DIR");
    sallyport(...manifest, "--format", "helm", "--out", "chart");
    expect(readdirSync(join(folder, "chart")).sort()).toEqual(["Chart.yaml", "templates", "values.yaml"]);
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
    expect(command[0]).toBe("node");
    const pod = startProgram(command[1] ?? "", [], image, { CERT_DIR: certs, PORT: "0" });
    await expect.poll(pod.output).toContain("webhooks are served at https://127.0.0.1:");
    const url = /https:\S+/.exec(pod.output())?.[0] ?? "";
    const answer = await callReview(`${url}/owner`, authority.cert, podReview({}));
    expect(answer).toMatchObject({ response: { allowed: false, status: { code: 403 } } });
    await pod.kill();
  });

  test.skipIf(kubectl === undefined)(
    "dev calls the webhooks, and loads them again when they are saved",
    async () => {
      const dev = spawn(
        process.execPath,
        [program, "webhook", "dev", "src/webhooks.ts", "--secure-port", "0"],
        {
          cwd: folder,
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      started.push(dev);
      let output = "";
      dev.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
      await expect.poll(() => output).toContain("are called by the API server");
      const env = { ...process.env, KUBECONFIG: join(folder, ".sallyport/kubeconfig") };
      const ask = (...args: string[]) => spawnSync(kubectl ?? "", args, { env, encoding: "utf8" });
      expect(ask("run", "web", "--image=x/y:1").stderr).toContain("every pod needs a label `owner`");
      expect(ask("run", "web", "--image=x/y:1", "--labels=owner=ada").status).toBe(0);
      edit(webhooks, "nobody", "somebody");
      await expect.poll(() => output).toMatch(/reloaded in \d+ ms/);
      expect(ask("run", "web2", "--image=x/y:1", "--labels=owner=ada").status).toBe(0);
      expect(ask("get", "pod", "web2", "--show-labels", "--no-headers").stdout).toContain("team=somebody");
      await expect
        .poll(() => output)
        .toContain("CREATE pods default/web by admin → /team: allowed, patch of 1 operation");
      await expect.poll(() => output).toContain('    add /metadata/labels/team "somebody"');
      const both = readFileSync(webhooks, "utf8");
      writeFileSync(webhooks, both.slice(0, both.indexOf("/** Pods without an owner")));
      const hooks = ["get", "mutatingwebhookconfigurations,validatingwebhookconfigurations", "-o", "name"];
      const left = "mutatingwebhookconfiguration.admissionregistration.k8s.io/dev\n";
      await expect.poll(() => ask(...hooks).stdout).toBe(left);
      writeFileSync(webhooks, both.replace(/name: "team[^"]*"/, 'name: "Not A Name"'));
      await expect.poll(() => output).toContain("not reloaded, the webhooks as they were go on answering");
      expect(ask(...hooks).stdout).toBe(left);
      output = "";
      writeFileSync(webhooks, `${both}\nno code`);
      await expect.poll(() => output).toContain("not reloaded");
      dev.kill("SIGTERM");
      await expect.poll(() => dev.exitCode).toBe(0);
      expect(readdirSync(join(folder, "node_modules/.cache/sallyport"))).toEqual([]);
    },
  );
});

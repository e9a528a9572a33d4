import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findKubectls } from "./parts/kubectl.ts";
import { builtProgram } from "./parts/server.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const folder = join(mkdtempSync(join(tmpdir(), "sallyport-project-")), "my-hooks");
const webhooks = join(folder, "src/webhooks.ts");
const started: ChildProcess[] = [];

beforeAll(() => {
  run(process.execPath, [builtProgram(), "webhook", "init", folder], tmpdir());
  installFromHere();
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const run = (command: string, args: string[], cwd = folder): string =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** As `npm install` would, without a network: from this project's own packages. */
function installFromHere(): void {
  const modules = join(folder, "node_modules");
  mkdirSync(modules);
  symlinkSync(ROOT, join(modules, "sallyport"));
  for (const name of ["typescript", "@typescript", "esbuild", "@esbuild", "@types", "undici-types"])
    symlinkSync(join(ROOT, "node_modules", name), join(modules, name));
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  expect(text).toContain(from);
  writeFileSync(file, text.replaceAll(from, to));
}

const runTests = () => {
  const compiled = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(compiled.stdout + compiled.stderr).toBe("");
  return spawnSync(process.execPath, ["--test", "dist/webhooks.test.js"], { cwd: folder, encoding: "utf8" });
};

test("a new project compiles and passes its tests; they are red when the webhook is wrong", () => {
  expect(runTests().status).toBe(0);
  edit(webhooks, "? true", '? deny("no")');
  expect(runTests().stdout).toContain("not ok");
  edit(webhooks, '? deny("no")', "? true");
});

test("a folder that holds something is left alone", () => {
  const { status, stderr } = spawnSync(process.execPath, [builtProgram(), "webhook", "init", folder], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain("is not empty");
});

test("its manifests are what a cluster needs; a plural that is none is refused", () => {
  const program = builtProgram();
  const manifest = [
    program,
    "webhook",
    "manifest",
    "src/webhooks.ts",
    "--name",
    "my-hooks",
    "--image",
    "x/y:1",
  ];
  const text = run(process.execPath, manifest);
  expect(text.match(/^kind: .*/gm)).toEqual([
    "kind: Secret",
    "kind: ServiceAccount",
    "kind: Service",
    "kind: Deployment",
    "kind: MutatingWebhookConfiguration",
    "kind: ValidatingWebhookConfiguration",
  ]);
  edit(webhooks, 'on("v1", "pods")', 'on("v1", "Pod")');
  const wrong = spawnSync(process.execPath, manifest, { cwd: folder, encoding: "utf8" });
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toContain('there is no resource "Pod" there: did you mean "pods" of v1?');
  edit(webhooks, 'on("v1", "Pod")', 'on("v1", "pods")');
});

const kubectl = findKubectls()[0]?.path;
test.skipIf(kubectl === undefined)(
  "dev calls the webhooks, and loads them anew when they are saved",
  async () => {
    const dev = spawn(
      process.execPath,
      [builtProgram(), "webhook", "dev", "src/webhooks.ts", "--secure-port", "0"],
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
    await expect.poll(() => output).toMatch(/reloaded in \d+ ms[\s\S]*reloaded in \d+ ms/);
    const hooks = ["get", "mutatingwebhookconfigurations,validatingwebhookconfigurations", "-o", "name"];
    expect(ask(...hooks).stdout).toBe("mutatingwebhookconfiguration.admissionregistration.k8s.io/dev\n");
    writeFileSync(webhooks, both.replace(/name: "team[^"]*"/, 'name: "Not A Name"'));
    await expect.poll(() => output).toContain("not reloaded, the webhooks as they were go on answering");
    expect(ask(...hooks).stdout).toBe("mutatingwebhookconfiguration.admissionregistration.k8s.io/dev\n");
    output = "";
    writeFileSync(webhooks, `${both}\nno code`);
    await expect.poll(() => output).toContain("not reloaded");
    dev.kill("SIGTERM");
    await expect.poll(() => dev.exitCode).toBe(0);
    expect(readdirSync(join(folder, "node_modules/.cache/sallyport"))).toEqual([]);
  },
);

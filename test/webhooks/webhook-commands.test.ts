import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls } from "../parts/kubectl.ts";
import { isShort, longTest } from "../parts/sampled.ts";
import { builtProgram } from "../parts/server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const built = existsSync(join(ROOT, "packages/webhook/dist"));
/** Below the packages of this checkout, where it finds esbuild and the package of the SDK. */
const folder = join(ROOT, "node_modules/.cache/webhook-commands");
const webhooks = join(folder, "src/webhooks.ts");
const started: ChildProcess[] = [];
const kubectl = findKubectls()[0]?.path;
const program = built ? builtProgram() : "";

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(ROOT, "examples/webhook-project"), folder, { recursive: true });
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const run = (command: string, args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

function edit(from: string, to: string): void {
  const text = readFileSync(webhooks, "utf8");
  expect(text).toContain(from);
  writeFileSync(webhooks, text.replaceAll(from, to));
}

// test/packages/webhook-project.test.ts makes such a project with `init`, installs it with npm, and builds its image.
/** Writes a file that is wrong, and runs `webhook dev`. */
function failing(name: string, text: string, ...args: string[]) {
  writeFileSync(join(folder, name), text);
  return spawnSync(process.execPath, [program, "webhook", "dev", ...args, "--secure-port", "0"], {
    ...{ cwd: folder, encoding: "utf8", timeout: 120_000 },
  });
}

describe.skipIf(!built)("the commands of a project of webhooks", () => {
  const manifest = ["webhook", "manifest", "src/webhooks.ts", "--name", "my-hooks", "--image", "x/y:1"];
  const sallyport = (...args: string[]) => run(process.execPath, [program, ...args]);

  longTest(
    "its manifests are what a cluster needs, and the same each time; a plural that is none is refused",
    () => {
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
      edit('on("v1", "pods")', 'on("v1", "Pod")');
      const wrong = spawnSync(process.execPath, [program, ...manifest], { cwd: folder, encoding: "utf8" });
      expect(wrong.status).toBe(1);
      expect(wrong.stderr).toContain('there is no resource "Pod" there: did you mean "pods" of v1?');
      edit('on("v1", "Pod")', 'on("v1", "pods")');
    },
  );

  test.skipIf(kubectl === undefined || isShort)(
    "kubectl builds its folder for kustomize to the same objects",
    () => {
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
    },
  );

  test.skipIf(kubectl === undefined)(
    "dev calls the webhooks, and loads them again when they are saved",
    async () => {
      const dev = spawn(
        process.execPath,
        [program, "webhook", "dev", "src/webhooks.ts", "--secure-port", "0", "--inspect", "0"],
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
      await expect.poll(() => output).toContain("In a browser: the link in ");
      expect(output).toContain("are called by the API server");
      const env = { ...process.env, KUBECONFIG: join(folder, ".sallyport/kubeconfig") };
      const ask = (...args: string[]) => spawnSync(kubectl ?? "", args, { env, encoding: "utf8" });
      expect(ask("run", "web", "--image=x/y:1").stderr).toContain("the label `owner` is missing");
      expect(ask("run", "web", "--image=x/y:1", "--labels=owner=ada").status).toBe(0);
      edit("unassigned", "somebody");
      await expect.poll(() => output).toMatch(/reloaded in \d+ ms/);
      expect(ask("run", "web2", "--image=x/y:1", "--labels=owner=ada").status).toBe(0);
      expect(ask("get", "pod", "web2", "--show-labels", "--no-headers").stdout).toContain("team=somebody");
      await expect
        .poll(() => output)
        .toContain("CREATE pods default/web by admin → /team: allowed, patch of 1 operation");
      await expect.poll(() => output).toContain('    add /metadata/labels/team "somebody"');
      const both = readFileSync(webhooks, "utf8");
      writeFileSync(join(folder, "src/whole.ts"), both);
      writeFileSync(webhooks, both.slice(0, both.indexOf("/** Pods without an owner")));
      const hooks = ["get", "mutatingwebhookconfigurations,validatingwebhookconfigurations", "-o", "name"];
      const left = "mutatingwebhookconfiguration.admissionregistration.k8s.io/dev\n";
      await expect.poll(() => ask(...hooks).stdout).toBe(left);
      writeFileSync(webhooks, both.replace(/name: "team[^"]*"/, 'name: "Not A Name"'));
      await expect.poll(() => output).toContain("not reloaded, the previous webhooks continue to answer");
      expect(ask(...hooks).stdout).toBe(left);
      writeFileSync(webhooks, both.replaceAll('"pods"', '"Pods"'));
      await expect
        .poll(() => output)
        .toContain('rules[0]: there is no resource "Pods" there: did you mean "pods" of v1?');
      output = "";
      writeFileSync(webhooks, `${both}\nno code`);
      await expect.poll(() => output).toContain("not reloaded");
      dev.kill("SIGTERM");
      await expect.poll(() => dev.exitCode).toBe(0);
      expect(readdirSync(join(folder, "node_modules/.cache/sallyport"))).toEqual([]);
    },
  );

  test("dev ends with the place of what is wrong", () => {
    const pod = "# A pod\napiVersion: v1\nkind: Pod\nmetadata: { name: A }\n";
    const { status, stderr } = failing("wrong.yaml", pod, "src/whole.ts", "--manifests", "wrong.yaml");
    expect(stderr).toMatch(/^sallyport: wrong\.yaml:2: Pod A: Pod "A" is invalid: /m);
    expect(status).toBe(1);
  });

  test("dev ends when the module has a server of its own, and no webhooks", () => {
    const code = 'import { createServer } from "node:net";\ncreateServer().listen(0);\n';
    for (const [more, problem] of [
      ["", "server.mjs exports nothing: name the file that exports the webhooks"],
      ["export const port = 0;\n", "server.mjs exports no webhook"],
    ] as const) {
      const { status, stderr } = failing("server.mjs", `${code}${more}`, "server.mjs");
      expect(stderr).toContain(problem);
      expect(status).toBe(1);
    }
  });
});

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { longTest } from "../parts/sampled.ts";
import {
  builtProgram,
  collect,
  type Ended,
  newDataDir,
  type RunningServer,
  removeDataDir,
  runProgram,
  startServer,
} from "../parts/server.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/recordings/new.yaml");
const NAMESPACE = `apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { team: shop } }
`;

const pod = (name: string, image: string): string =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: { containers: [{ name: "a", image }] },
  });

/** A command that runs until it is stopped, or until it has recorded enough. */
interface Command {
  readonly ended: Promise<Ended>;
  /** Resolves when it has written this to standard error; rejects if it ends before that. */
  heard(text: string): Promise<void>;
  stop(): void;
}

/** A configuration with which the server waits for its webhook, however busy the machine is: a call that is late is lost. */
const patient = (file: string): string =>
  readFileSync(file, "utf8").replaceAll(/timeoutSeconds: \d+/g, "timeoutSeconds: 30");

function startCommand(...args: string[]): Command {
  const child: ChildProcess = spawn(process.execPath, [builtProgram(), ...args]);
  const ended = collect(child);
  let said = "";
  child.stderr?.on("data", (text: string) => {
    said += text;
  });
  return {
    ended,
    stop: () => void child.kill("SIGINT"),
    heard: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said.includes(text)) resolve();
        };
        look();
        child.stderr?.on("data", look);
        void ended.then(({ stderr }) => reject(new Error(`it never said ${text}:\n${stderr}`)));
      }),
  };
}

describe.each(findKubectls().slice(0, 1))("webhooks that listen: kubectl $version", (tool) => {
  const dir = newDataDir();
  const at = (name: string): string => join(dir, name);
  let server: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    writeFileSync(at("namespace.yaml"), NAMESPACE);
    server = await startServer(
      dir,
      "--in-memory",
      "--no-console",
      "--disable-admission-plugins",
      "ServiceAccount",
    );
    kubectl = kubectlOn(tool, server);
    await kubectl(`apply -f ${at("namespace.yaml")}`);
  });
  afterAll(async () => {
    await server.stop();
    removeDataDir(dir);
  });

  test("webhook shadow says what would be decided otherwise, and nobody notices when it has gone", async () => {
    const files = ["-f", EXAMPLE, "-f", at("namespace.yaml")];
    const listening = ["--listen", "127.0.0.1:0", "--configuration", at("shadow.yaml")];
    const shadow = startCommand("webhook", "shadow", ...files, ...listening, "--out", at("examples.jsonl"));
    await shadow.heard("listening at https://127.0.0.1:");
    expect((await kubectl("apply -f -", patient(at("shadow.yaml")))).code).toBe(0);
    expect((await kubectl("-n shop apply -f -", pod("good", "registry.example.com/web"))).said).toBe(
      "pod/good created\n",
    );
    expect((await kubectl("-n shop apply -f -", pod("bad", "docker.io/web"))).said).toBe("pod/bad created\n");
    await shadow.heard("newly-denied: ValidatingAdmissionPolicy/our-registry");
    shadow.stop();
    const { stdout, code } = await shadow.ended;
    expect(code).toBe(0);
    expect(stdout).toContain("1 decision of 2 changes");
    const [id = ""] = /(?<=--recorded )\S+/.exec(stdout) ?? [];
    const explained = await runProgram("explain", at("examples.jsonl"), "--recorded", id, ...files);
    expect(explained.stdout).toContain("✗ policy our-registry (our-registry) was asked");
    expect((await kubectl("-n shop apply -f -", pod("later", "docker.io/web"))).said).toBe(
      "pod/later created\n",
    );
    await kubectl(`delete -f ${at("shadow.yaml")}`);
  });

  longTest("record --listen makes a recording, which becomes a suite that passes", async () => {
    const listening = ["--listen", "127.0.0.1:0", "--configuration", at("record.yaml"), "--most", "2"];
    const recording = at("requests.jsonl.gz");
    const record = startCommand("record", ...listening, "--out", recording);
    await record.heard("listening at https://127.0.0.1:");
    expect((await kubectl("apply -f -", patient(at("record.yaml")))).code).toBe(0);
    await kubectl("-n shop apply -f -", pod("one", "docker.io/web"));
    await kubectl("-n shop apply -f -", pod("two", "registry.example.com/web"));
    expect(await record.ended).toMatchObject({ code: 0, stderr: expect.stringContaining("recorded: 2") });
    await kubectl(`delete -f ${at("record.yaml")}`);
    const files = ["-f", EXAMPLE, "-f", at("namespace.yaml")];
    const replayed = await runProgram("replay", recording, ...files);
    expect(replayed.stdout).toContain("1 decision of 2 changes");
    const written = await runProgram("test", "--from-recording", recording, ...files, "--out", at("suite"));
    expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining("2 cases, which pass now") });
    const passed = await runProgram("test", at("suite"));
    expect(passed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("CREATE pods (v1) one in shop"),
    });
  });
});

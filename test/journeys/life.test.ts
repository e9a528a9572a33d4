import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, removeDataDir, runProgram, startServer } from "../parts/server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

describe("sallyport serve", () => {
  let dir = "";
  beforeEach(() => {
    dir = newDataDir();
  });
  afterEach(() => removeDataDir(dir));

  test("picks a free port for 0, says where it is, and ends with 0 when asked to", async () => {
    const server = await startServer(dir);
    expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d{4,5}$/);
    expect(server.screen).toContain("export KUBECONFIG=");
    expect((await server.fetch("GET", "/readyz")).text).toBe("ok");
    expect(await server.stop()).toBe(0);
  });

  test("keeps objects, their versions and the trust in it over a restart", async () => {
    const first = await startServer(dir);
    const body = '{"metadata":{"name":"kept"},"data":{"k":"v"}}';
    const made = JSON.parse((await first.fetch("POST", MAPS, { body })).text);
    await first.stop();
    const second = await startServer(dir);
    const found = JSON.parse((await second.fetch("GET", `${MAPS}/kept`)).text);
    expect(found).toEqual(made);
    await second.stop();
  });

  test("outlives the process of its console, and ends without it", async () => {
    const server = await startServer(dir, "--in-memory");
    const consoles = () =>
      spawnSync("ps", ["-o", "pid=", "--ppid", String(server.pid)], { encoding: "utf8" })
        .stdout.split("\n")
        .map(Number)
        .filter((pid) => pid > 0);
    const file = /\S+\/console-link/.exec(server.screen)?.[0] ?? "";
    const link = readFileSync(file, "utf8").trim();
    expect((await fetch(link)).status).toBe(200);
    for (const pid of consoles()) process.kill(pid, "SIGKILL");
    await expect.poll(consoles).toEqual([]);
    expect((await server.fetch("GET", "/readyz")).text).toBe("ok");
    expect(await server.stop()).toBe(0);
  });

  test("refuses a second server on the same data", async () => {
    const server = await startServer(dir);
    const second = await runProgram("serve", "--data-dir", dir, "--secure-port", "0");
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(dir);
    await server.stop();
  });

  test("says which port is taken, and what helps", async () => {
    const server = await startServer(dir);
    const port = new URL(server.url).port;
    const other = newDataDir();
    const second = await runProgram("serve", "--data-dir", other, "--secure-port", port);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`cannot listen on 127.0.0.1:${port}`);
    expect(second.stderr).toContain("--secure-port 0");
    removeDataDir(other);
    await server.stop();
  });

  test("names the flag that was probably meant", async () => {
    const { code, stderr } = await runProgram("serve", "--secure-prot", "1");
    expect(code).toBe(1);
    expect(stderr).toContain("--secure-port");
  });

  test("says that no etcd is where it should be", async () => {
    const { code, stderr } = await runProgram(
      ...["serve", "--data-dir", dir, "--secure-port", "0", "--etcd-servers", "http://127.0.0.1:1"],
    );
    expect(stderr).toBe(
      "sallyport: --etcd-servers: http://127.0.0.1:1: no server listens at 127.0.0.1:1: is etcd running there?\n",
    );
    expect(code).toBe(1);
  });

  const refused: [string[], string][] = [
    [["--secure-port", "many"], "--secure-port"],
    [["--authorization-mode", "Maybe"], 'authorization-mode "Maybe" is not a valid mode'],
    [["--enable-admission-plugins", "Nope"], 'plugin "Nope" is unknown'],
    [["--enable-admission-plugins", "ImagePolicyWebhook"], "no config specified"],
    [["--tls-cert-file", "x"], "--tls-private-key-file"],
    [["--client-ca-file", "/dev/null"], "--client-ca-file: /dev/null: data does not contain any valid"],
    [["--token-auth-file", "/does/not/exist"], "--token-auth-file"],
    [["--etcd-servers", "http://127.0.0.1:1"], "exclude each other"],
  ];
  test.each(sampled(refused))("refuses %j in words and without a stack", async (flags, words) => {
    const { code, stderr } = await runProgram("serve", "--in-memory", "--data-dir", dir, ...flags);
    expect(code).toBe(1);
    expect(stderr).toContain(words);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

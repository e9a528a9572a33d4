import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, it } from "vitest";
import { withServeOptions } from "../commands/serve.ts";
import { bringUp, type Running } from "./bring-up.ts";
import type { ServeFlags } from "./serve-flags.ts";

let folder = "";
let umask = 0;
beforeEach(() => {
  umask = process.umask(0);
  folder = mkdtempSync(join(tmpdir(), "sallyport-serve-"));
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

/** As the command line has them. */
function flagsOf(...args: string[]): ServeFlags {
  const command = withServeOptions(new Command());
  command.parseOptions([
    ...["--secure-port", "0", "--log-level", "error", "--controllers", "none"],
    ...["--data-dir", join(folder, "data"), "--audit-log-path", join(folder, "audit.log"), ...args],
  ]);
  return command.opts();
}

it.each([
  [[], ["*"]],
  [["--controllers="], []],
  [
    ["--controllers", "namespace,-quota", "--controllers", "gc"],
    ["namespace", "-quota", "gc"],
  ],
])("serve %j runs the controllers %j", (args, names) => {
  const command = withServeOptions(new Command());
  command.parseOptions(args);
  expect(command.opts<ServeFlags>().controllers).toEqual(names);
});

/** Files and folders that others may read or change. */
const openToOthers = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

const PUBLIC = ["data/certs/admin.crt", "data/certs/apiserver.crt", "data/certs/ca.crt"];

it("bringUp writes nothing that others can read, but for certificates", async () => {
  const running = await bringUp(flagsOf());
  await running.stop();
  expect(openToOthers().sort()).toEqual(PUBLIC);
});

it("bringUp closes what others could read", async () => {
  await (await bringUp(flagsOf())).stop();
  const files = ["kubeconfig", "certs/ca.key", "certs/sa.key", "certs/admin.key", "data/data.mdb"];
  for (const name of files) chmodSync(join(folder, "data", name), 0o644);
  chmodSync(join(folder, "data/data"), 0o755);
  await (await bringUp(flagsOf())).stop();
  expect(openToOthers().sort()).toEqual(PUBLIC);
});

it("bringUp takes the mode from a kubeconfig that was there before", async () => {
  const kubeconfig = join(folder, "home/config");
  mkdirSync(join(folder, "home"), { mode: 0o755 });
  writeFileSync(kubeconfig, "", { mode: 0o644 });
  await (await bringUp(flagsOf("--write-kubeconfig", kubeconfig))).stop();
  expect(openToOthers().sort()).toEqual([...PUBLIC, "home"]);
});

it("bringUp stops what it has started, and names the flag, where the kubeconfig cannot be written", async () => {
  writeFileSync(join(folder, "file"), "");
  const flags = flagsOf("--write-kubeconfig", join(folder, "file", "kubeconfig"));
  const words = `--write-kubeconfig: ${join(folder, "file")} is a file, and has to be a folder`;
  await expect(bringUp(flags)).rejects.toThrow(words);
  // Its folder is free again.
  await (await bringUp(flagsOf())).stop();
});

it("bringUp stops what it has started where the port is taken", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await expect(bringUp(flagsOf("--secure-port", String(port)))).rejects.toThrow(
    `cannot listen on 127.0.0.1:${port}`,
  );
  await new Promise((resolve) => other.close(resolve));
  // Its folder is free again.
  await (await bringUp(flagsOf())).stop();
});

/** As the administrator. */
function asked(
  { connection }: Running,
  path: string,
): Promise<{ status: number; hsts: unknown; text: string }> {
  const { ca, cert, key } = connection;
  return new Promise((resolve, reject) => {
    const options = { ca, cert, key, agent: false };
    const request = get(`${connection.server}${path}`, options, async (response) => {
      let text = "";
      for await (const piece of response) text += String(piece);
      const hsts = response.headers["strict-transport-security"];
      resolve({ status: response.statusCode ?? 0, hsts, text });
    });
    request.on("error", reject);
  });
}

it("a server that is told to stop is not ready, and answers for some time", async () => {
  const running = await bringUp(flagsOf("--shutdown-delay-duration", "700ms"));
  expect((await asked(running, "/readyz")).status).toBe(200);
  const stopped = running.stop();
  const [ready, one, live, version] = await Promise.all(
    ["/readyz", "/readyz/shutdown", "/livez", "/version"].map((path) => asked(running, path)),
  );
  await stopped;
  expect([ready?.status, live?.status, version?.status]).toEqual([500, 200, 200]);
  expect(ready?.text).toMatch(/\n\[-\]shutdown failed: reason withheld\nreadyz check failed\n$/);
  expect(one?.text).toBe("internal server error: process is shutting down\n");
  await expect(asked(running, "/livez")).rejects.toThrow("ECONNREFUSED");
});

it("every answer has the directives for browsers, also one that is too late", async () => {
  const flags = ["--strict-transport-security-directives", "max-age=1", "--request-timeout", "1us"];
  const running = await bringUp(flagsOf(...flags));
  expect(await asked(running, "/version")).toMatchObject({ status: 504, hsts: "max-age=1" });
  await running.stop();
});

it("without --profiling there are no pages about the process", async () => {
  const running = await bringUp(flagsOf("--profiling=false"));
  expect((await asked(running, "/debug/pprof/")).status).toBe(404);
  expect((await asked(running, "/debug/flags/v")).status).toBe(404);
  await running.stop();
});

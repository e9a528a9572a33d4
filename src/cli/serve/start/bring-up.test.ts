import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Command } from "commander";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { folderForTest } from "../../../../test/tools/scratch-folder.tool.ts";
import { withServeOptions } from "../../commands/serve.ts";
import type { GivenFlags } from "../../flags/flag.ts";
import { bringUp, type Running } from "./bring-up.ts";

let folder = "";
let umask = 0;
beforeEach(() => {
  umask = process.umask(0);
  folder = folderForTest();
});
afterEach(() => process.umask(umask));

/** Parses flags as the command line has them. */
function flagsOf(...args: string[]): GivenFlags {
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
  expect(command.opts<GivenFlags>().controllers).toEqual(names);
});

/** Files and folders that others may read or change. */
const openToOthers = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

const PUBLIC = ["admin", "apiserver", "ca", "front-proxy-ca", "front-proxy-client"].map(
  (name) => `data/certs/${name}.crt`,
);

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

/** Sends a request as the administrator. */
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

it("a server that is told to stop still answers for some time", async () => {
  const running = await bringUp(flagsOf("--shutdown-delay-duration", "300ms"));
  expect((await asked(running, "/readyz")).status).toBe(200);
  const began = performance.now();
  await running.stop();
  // Timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(298);
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

it("bringUp names the flag where it is not the port that is wrong", async () => {
  const refusal = async (...args: string[]) =>
    bringUp(flagsOf(...args)).then(
      () => "",
      ({ message }) => message,
    );
  expect(await refusal("--bind-address", "192.0.2.1")).toBe(
    "--bind-address: cannot listen on 192.0.2.1: 192.0.2.1 is not an address of this machine",
  );
  await (await bringUp(flagsOf())).stop();
  const [cert, other] = ["admin.crt", "ca.key"].map((name) => join(folder, "data/certs", name));
  const pair = ["--tls-cert-file", cert ?? "", "--tls-private-key-file"];
  expect(await refusal(...pair, other ?? "")).toBe(
    `--tls-private-key-file: the key in ${other} does not belong to the certificate in ${cert}`,
  );
  const noKey = join(folder, "no.key");
  writeFileSync(noKey, "no key");
  expect(await refusal(...pair, noKey)).toMatch(
    /^--tls-cert-file and --tls-private-key-file: .* cannot be used: /,
  );
});

it.each([
  ["--authorization-config"],
  ["--admission-control-config-file"],
  ["--token-auth-file"],
  ["--authentication-token-webhook-config-file"],
  ["--audit-policy-file"],
  ["--audit-webhook-config-file"],
  ["--authorization-webhook-config-file", "--authorization-mode", "Webhook"],
])("an error in the file of %s names the flag and the file", async (flag, ...more) => {
  const file = join(folder, "broken.yaml");
  writeFileSync(file, "kind: [");
  await expect(bringUp(flagsOf(...more, flag, file))).rejects.toThrow(`${flag}: ${file}: `);
});

it.each(["--etcd-cafile", "--etcd-certfile", "--etcd-keyfile"])("%s needs --etcd-servers", async (flag) => {
  await expect(bringUp(flagsOf(flag, "any.pem"))).rejects.toThrow(`${flag} needs --etcd-servers`);
});

it("bringUp makes the folder of the audit log, and does not start without the file", async () => {
  await (await bringUp(flagsOf("--audit-log-path", join(folder, "var/log/audit.log")))).stop();
  expect(openToOthers().sort()).toEqual(PUBLIC);
  await expect(bringUp(flagsOf("--audit-log-path", folder))).rejects.toThrow(
    `--audit-log-path: ${folder} is a folder, and has to be a file`,
  );
});

it("bringUp warns of settings for a plugin that does not exist", async () => {
  const file = join(folder, "admission.yaml");
  const kind = "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";
  writeFileSync(file, `${kind}plugins:\n- name: PodSecurty\n- name: PodSecurity\n`);
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const flags = flagsOf(
    "--admission-control-config-file",
    file,
    "--log-level",
    "warn",
    "--log-format",
    "text",
  );
  await (await bringUp(flags)).stop();
  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("PodSecur"));
  written.mockRestore();
  expect(lines).toEqual([expect.stringContaining("plugin that does not exist")]);
  expect(lines[0]).toContain("PodSecurty");
});

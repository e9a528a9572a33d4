import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { stringify } from "yaml";
import { folderForTests } from "../../../../test/tools/scratch-folder.tool.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Credentials } from "../credentials.ts";
import { loadKubeconfig, parseKubeconfig, serverIn } from "./kubeconfig.ts";
import { kubeconfigCredentials } from "./user-credentials.ts";

const dir = folderForTests();
let time = 1_000_000;
const target = { server: "https://hook.test:443", caBundle: "PEM" };

function credentials(user: JsonObject, environment: Record<string, string> = {}): Credentials {
  const config = parseKubeconfig(
    stringify({ kind: "Config", apiVersion: "v1", users: [{ name: "*", user }] }),
    dir,
  );
  return kubeconfigCredentials(config, { now: () => time, environment })("hook.test:443", target);
}

async function script(name: string, lines: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
  return path;
}

const plugin = (command: string, more: JsonObject = {}): JsonObject => ({
  exec: { command, apiVersion: "client.authentication.k8s.io/v1", interactiveMode: "Never", ...more },
});

const says = (status: JsonObject | undefined, apiVersion = "client.authentication.k8s.io/v1"): string =>
  `echo '${JSON.stringify({ apiVersion, kind: "ExecCredential", ...(status === undefined ? {} : { status }) })}'`;

describe("kubeconfigCredentials", () => {
  it("kubeconfigCredentials reads a token file again after a minute and keeps what it had when that fails", async () => {
    const tokenFile = join(dir, "token");
    await writeFile(tokenFile, " one\n");
    const { headers } = credentials({ tokenFile: "token" });
    expect(headers()).toEqual(["authorization", "Bearer one"]);
    await writeFile(tokenFile, "two");
    expect(headers()).toEqual(["authorization", "Bearer one"]);
    time += 60_000;
    expect(headers()).toEqual(["authorization", "Bearer two"]);
    const both = { tokenFile: "token", token: "inline" };
    expect(credentials(both).headers()).toEqual(["authorization", "Bearer two"]);
    await rm(tokenFile);
    time += 60_000;
    expect(headers()).toEqual(["authorization", "Bearer two"]);
    expect(() => credentials({ tokenFile: "token" })).toThrow(`open ${tokenFile}: no such file or directory`);
    expect(credentials(both).headers()).toEqual(["authorization", "Bearer inline"]);
  });

  it("kubeconfigCredentials sends impersonation headers", () => {
    const user = {
      token: "t",
      as: "jane",
      "as-uid": "7",
      "as-groups": ["a", "b"],
      "as-user-extra": { "Scopes/X": ["v1", "v2"] },
    };
    expect(credentials(user).headers()).toEqual([
      "authorization",
      "Bearer t",
      "impersonate-user",
      "jane",
      "impersonate-uid",
      "7",
      "impersonate-group",
      "a",
      "impersonate-group",
      "b",
      "impersonate-extra-scopes%2fx",
      "v1",
      "impersonate-extra-scopes%2fx",
      "v2",
    ]);
  });

  it("kubeconfigCredentials reads null in lists as empty texts", async () => {
    const command = await script("arguments.sh", `echo "$#" > ${dir}/count\n${says({ token: "t" })}`);
    const user = {
      ...plugin(command, { args: ["a", null] }),
      as: "jane",
      "as-groups": ["a", null],
      "as-user-extra": { x: [null] },
    };
    expect(await credentials(user).headers()).toEqual([
      "authorization",
      "Bearer t",
      "impersonate-user",
      "jane",
      "impersonate-group",
      "a",
      "impersonate-group",
      "",
      "impersonate-extra-x",
      "",
    ]);
    expect(await readFile(join(dir, "count"), "utf8")).toBe("2\n");
  });

  it("kubeconfigCredentials shows a certificate only with its key", () => {
    const data = Buffer.from("PEM").toString("base64");
    const both = credentials({ "client-certificate-data": data, "client-key-data": data });
    expect(both.clientCertificate?.()).toEqual({ cert: "PEM", key: "PEM" });
    expect(credentials({ "client-certificate-data": data }).clientCertificate).toBeUndefined();
    const absent = { "client-certificate": "absent.crt", "client-key": "absent.key" };
    expect(() => credentials(absent)).toThrow(`open ${dir}/absent.crt: no such file or directory`);
  });

  it("kubeconfigCredentials refuses what excludes each other or is not supported", () => {
    const both = "username/password or bearer token may be set, but not both";
    expect(() => credentials({ token: "t", username: "u", password: "p" })).toThrow(both);
    expect(() => credentials({ "auth-provider": { name: "gcp" } })).toThrow("auth provider not supported");
    expect(() => credentials({ token: "a\nb" }).headers()).toThrow(
      'net/http: invalid header field value for "Authorization"',
    );
  });

  it("kubeconfigCredentials runs a plugin once and tells it what it may know", async () => {
    const log = join(dir, "log");
    const command = await script(
      "plugin.sh",
      `echo "$KUBERNETES_EXEC_INFO$1 $E1 $OWN" >> ${log}\n${says({ token: "fresh" })}`,
    );
    const more = { args: ["a1"], env: [{ name: "E1", value: "v" }], provideClusterInfo: true };
    const { headers } = credentials(
      { ...plugin(command, more), as: "jane" },
      { PATH: "/bin:/usr/bin", OWN: "o" },
    );
    const expected = ["authorization", "Bearer fresh", "impersonate-user", "jane"];
    expect(await Promise.all([headers(), headers()])).toEqual([expected, expected]);
    expect(await headers()).toEqual(expected);
    const cluster = { server: target.server, "certificate-authority-data": "UEVN", config: null };
    const info = {
      kind: "ExecCredential",
      apiVersion: "client.authentication.k8s.io/v1",
      spec: { cluster, interactive: false },
    };
    expect(await readFile(log, "utf8")).toBe(`${JSON.stringify(info)}\na1 v o\n`);
  });

  it("kubeconfigCredentials runs a plugin again when its token has expired or was refused", async () => {
    const log = join(dir, "runs");
    const expirationTimestamp = new Date(time + 5000).toISOString();
    const answer = says({ token: "run-N", expirationTimestamp });
    const numbered = `${answer} | sed "s/run-N/run-$(grep -c x ${log})/"`;
    const command = await script("short.sh", `echo x >> ${log}\n${numbered}`);
    const own = credentials(plugin(command), { PATH: "/bin:/usr/bin" });
    const shown = async () => (await own.headers())[1];
    expect(await shown()).toBe("Bearer run-1");
    expect(await shown()).toBe("Bearer run-1");
    own.rejected?.();
    await expect.poll(shown).toBe("Bearer run-2");
    time += 6000;
    expect(await shown()).toBe("Bearer run-3");
  });

  it.each<[string, () => Promise<string>, string]>([
    ["fails", () => script("fail.sh", "exit 3"), "exec: executable {} failed with exit code 3"],
    [
      "says nothing useful",
      () => script("empty.sh", says({})),
      "exec plugin didn't return a token or cert/key pair",
    ],
    ["has no status", () => script("none.sh", says(undefined)), "exec plugin didn't return a status field"],
    [
      "has half a certificate",
      () => script("half.sh", says({ clientCertificateData: "x" })),
      "exec plugin returned only certificate or key, not both",
    ],
    [
      "speaks another version",
      () => script("old.sh", says({ token: "x" }, "client.authentication.k8s.io/v1beta1")),
      "exec plugin is configured to use API version client.authentication.k8s.io/v1, plugin returned version client.authentication.k8s.io/v1beta1",
    ],
    ["is not there", async () => join(dir, "absent.sh"), "exec: fork/exec {}: no such file or directory"],
    [
      "writes a text",
      () => script("text.sh", "echo hello"),
      `decoding stdout: couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type struct`,
    ],
    [
      "writes another kind",
      () => script("kind.sh", 'echo \'{"kind":"Other","apiVersion":"v1"}\''),
      'decoding stdout: no kind "Other" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      "writes what is no time",
      () => script("time.sh", says({ token: "x", expirationTimestamp: "x" })),
      'decoding stdout: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      "has a certificate that is none",
      () => script("bad.sh", says({ clientCertificateData: "x", clientKeyData: "y" })),
      "failed parsing client key/certificate: tls: failed to find any PEM data in certificate input",
    ],
  ])("kubeconfigCredentials reports a plugin that %s", async (_name, command, expected) => {
    const path = await command();
    const own = credentials(plugin(path), { PATH: "/bin:/usr/bin" });
    await expect(own.headers()).rejects.toThrow(`getting credentials: ${expected.replace("{}", path)}`);
  });

  it("kubeconfigCredentials asks plugins of older versions, whatever they say of a terminal", async () => {
    const apiVersion = "client.authentication.k8s.io/v1beta1";
    const command = await script("beta.sh", says({ token: "beta" }, apiVersion));
    const own = credentials({ exec: { command, apiVersion } }, { PATH: "/bin:/usr/bin" });
    expect(await own.headers()).toEqual(["authorization", "Bearer beta"]);
  });

  it("kubeconfigCredentials shows a password only with a name", () => {
    expect(credentials({ password: "p" }).headers()).toEqual([]);
    expect(credentials({ password: "p", token: "t" }).headers()).toEqual(["authorization", "Bearer t"]);
  });

  it("kubeconfigCredentials fails with each call where a token file holds blanks only", async () => {
    await writeFile(join(dir, "blank"), " \n");
    expect(() => credentials({ tokenFile: "blank" }).headers()).toThrow(
      'net/http: invalid header field value for "Authorization"',
    );
    await writeFile(join(dir, "blank"), "");
    expect(() => credentials({ tokenFile: "blank" })).toThrow("read empty token from file");
  });

  it("kubeconfigCredentials says how to install a plugin that is not in PATH", async () => {
    const own = credentials(plugin("nosuchplugin", { installHint: "get it" }), { PATH: "/bin" });
    await expect(own.headers()).rejects.toThrow(
      /^getting credentials: exec: executable nosuchplugin not found\n\nIt looks [\s\S]*plugins\n\nget it$/,
    );
  });

  it("kubeconfigCredentials finds no plugin in a relative folder of PATH", async () => {
    await script("nearby", says({ token: "t" }));
    const PATH = relative(process.cwd(), dir);
    await expect(credentials(plugin("nearby"), { PATH }).headers()).rejects.toThrow("nearby not found");
    expect(await credentials(plugin("nearby"), { PATH: dir }).headers()).toContain("Bearer t");
  });

  it("kubeconfigCredentials stops a plugin that takes too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const command = await script("slow.sh", "exec sleep 100");
    const failed = expect(credentials(plugin(command), { PATH: "/bin" }).headers()).rejects.toThrow(
      "was stopped: it did not end in 60 s",
    );
    await new Promise(setImmediate);
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    await failed;
  });

  it("kubeconfigCredentials passes a plugin over when the user has other credentials", () => {
    expect(credentials({ ...plugin("nosuchplugin"), token: "t" }).headers()).toEqual([
      "authorization",
      "Bearer t",
    ]);
  });
});

describe("serverIn", () => {
  it("serverIn names the file that cannot be read", async () => {
    const path = join(dir, "kubeconfig-of-a-service");
    await writeFile(path, "a: b: c\n");
    expect(() => serverIn(path)).toThrow(
      `error loading config file "${path}": yaml: mapping values are not allowed in this context`,
    );
    await writeFile(path, "apiVersion: v1\nkind: Pod\n");
    expect(() => serverIn(path)).toThrow(`error loading config file "${path}": no kind "Pod" is registered`);
  });
});

describe("loadKubeconfig", () => {
  it("loadKubeconfig says what is wrong with a file", async () => {
    const path = join(dir, "kubeconfig");
    expect(() => loadKubeconfig(path)).toThrow(`stat ${path}: no such file or directory`);
    await writeFile(
      path,
      stringify({
        users: [
          { name: "a", user: {} },
          { name: "a", user: {} },
        ],
      }),
    );
    expect(() => loadKubeconfig(path)).toThrow(
      /^error loading config file ".*": error converting .* duplicate name "a" in list$/,
    );
  });
});

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { folderForTest } from "../../../test/tools/scratch-folder.tool.ts";
import { createAuthority, issueClient, issueServing } from "../../http/certificates/issue.ts";
import type { JsonObject } from "../../json/value.ts";
import { createCluster } from "../../testing/create-cluster.ts";
import { serverClient } from "../server-client.ts";
import { connectionOf } from "./connection.ts";
import { kubeconfigsOf, namedFile } from "./kubeconfigs.ts";

const API = "client.authentication.k8s.io/v1";
const NODE = `#!${process.execPath}`;

let folder: string;
/** Authorization, subject of the certificate, and user of each request. */
let seen: string[];
/** Tokens that are refused. */
let refused: Set<string>;

const now = Date.now();
const authority = await createAuthority({ commonName: "test", now });
const client = await issueClient(authority, { commonName: "jane", organizations: [], now });
const serving = await issueServing(authority, { hosts: ["api.test"], now });
const server = createServer(
  { ...serving, ca: authority.cert, requestCert: true, rejectUnauthorized: false },
  ({ headers, socket }, response) => {
    const subject = (socket as TLSSocket).getPeerCertificate().subject?.CN ?? "-";
    const { authorization = "-", "impersonate-user": as = "-" } = headers;
    seen.push(`${authorization} ${String(subject)} ${String(as)}`);
    response.writeHead(refused.has(authorization) ? 401 : 200).end("{}");
  },
);
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());
beforeEach(() => {
  folder = folderForTest();
  seen = [];
  refused = new Set();
});

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function write(name: string, content: string | JsonObject, mode = 0o600): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(path, mode);
  return path;
}

const trusted = (): JsonObject => ({
  server: address,
  "certificate-authority-data": base64(authority.cert),
  "tls-server-name": "api.test",
});

const configOf = (user: JsonObject, cluster: JsonObject = trusted()): string =>
  write("config", {
    "current-context": "here",
    contexts: [{ name: "here", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
  });

/** A plugin in JavaScript; `runs` counts its runs. Returns the user of a kubeconfig. */
function plugin(status: string, more: JsonObject = {}, code = ""): JsonObject {
  write(
    "plugins/login",
    `${NODE}
const { appendFileSync, readFileSync } = require("node:fs");
appendFileSync(${JSON.stringify(join(folder, "runs"))}, JSON.stringify([process.env.KUBERNETES_EXEC_INFO, process.argv.slice(2), process.env.EXTRA]) + "\\n");
const run = readFileSync(${JSON.stringify(join(folder, "runs"))}, "utf8").split("\\n").length - 1;
${code}
console.log(JSON.stringify({ apiVersion: "${API}", kind: "ExecCredential", status: ${status} }));
`,
    0o755,
  );
  return { exec: { apiVersion: API, command: "plugins/login", interactiveMode: "IfAvailable", ...more } };
}

const runs = () => readFileSync(join(folder, "runs"), "utf8").trim().split("\n");

const get = (path: string) => serverClient(namedFile(path))("GET", "/api");

describe("a credential plugin", () => {
  test("a credential plugin gives a token, and learns of its cluster and its arguments", async () => {
    const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }];
    const env = [{ name: "EXTRA", value: "e" }];
    const user = plugin('{ token: "sesame" }', { args: ["x y"], env, provideClusterInfo: true });
    const ask = serverClient(namedFile(configOf({ ...user, as: "ada" }, { ...trusted(), extensions })));
    await Promise.all([ask("GET", "/api"), ask("GET", "/api")]);
    expect(seen).toEqual(["Bearer sesame - ada", "Bearer sesame - ada"]);
    const [info, args, extra] = JSON.parse(runs().join());
    expect([args, extra]).toEqual([["x y"], "e"]);
    expect(JSON.parse(info)).toEqual({
      apiVersion: API,
      kind: "ExecCredential",
      spec: { interactive: false, cluster: { ...trusted(), config: { audience: "a" } } },
    });
  });

  test("a credential plugin gives a certificate", async () => {
    const { cert, key } = client;
    const status = JSON.stringify({ clientCertificateData: cert, clientKeyData: key });
    await get(configOf(plugin(status)));
    expect(seen).toEqual(["- jane -"]);
  });

  test("a credential plugin signs in to a control plane", async () => {
    const cluster = await createCluster();
    const given = JSON.parse(await cluster.kubeconfig());
    const { "client-certificate-data": cert, "client-key-data": key } = given.users[0].user;
    const pem = (data: string) => Buffer.from(data, "base64").toString();
    const status = JSON.stringify({ clientCertificateData: pem(cert), clientKeyData: pem(key) });
    const ask = serverClient(namedFile(configOf(plugin(status), given.clusters[0].cluster)));
    expect(await ask("GET", "/api/v1/namespaces/default")).toMatchObject({ status: 200 });
    await cluster.close();
  });

  test("a credential plugin runs again when its token has expired, or was refused", async () => {
    const soon = '{ token: "t" + run, expirationTimestamp: run === 1 ? "2001-01-01T00:00:00Z" : undefined }';
    const ask = serverClient(namedFile(configOf(plugin(soon))));
    for (const _ of [1, 2]) await ask("GET", "/api");
    refused.add("Bearer t2");
    expect(await Promise.all([ask("GET", "/api"), ask("GET", "/api")])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect(seen.slice(0, 2)).toEqual(["Bearer t1 - -", "Bearer t2 - -"]);
    expect(runs()).toHaveLength(3);
  });

  test("a credential plugin whose tokens are all refused runs twice", async () => {
    refused.add("Bearer t");
    const ask = serverClient(namedFile(configOf(plugin('{ token: "t" }'))));
    for (const _ of [1, 2, 3])
      await expect(ask("GET", "/api")).rejects.toThrow(`${address} refuses the credentials of ${folder}`);
    expect(runs()).toHaveLength(2);
  });

  test.each([
    [
      "is not installed",
      { command: "absent", installHint: "get it" },
      "",
      /user "u": absent: .* absent not found[\s\S]*get it$/,
    ],
    [
      "fails",
      {},
      "process.exit(3)",
      /login: getting credentials: exec: executable \S+login failed with exit code 3$/,
    ],
    ["wants a terminal", { interactiveMode: "Always" }, "", "standard input is not a terminal"],
    [
      "has no status",
      {},
      'console.log(JSON.stringify({apiVersion:"client.authentication.k8s.io/v1",kind:"ExecCredential"})); process.exit(0)',
      "login: getting credentials: exec plugin didn't return a status field",
    ],
    [
      "has another version",
      { apiVersion: "client.authentication.k8s.io/v1alpha1" },
      "",
      "invalid apiVersion",
    ],
    [
      "writes what is no credential",
      {},
      'console.log(JSON.stringify({ token: "secret" })); process.exit(0)',
      /its output is no ExecCredential: [\s\S]*expected$/,
    ],
    [
      "writes without an end",
      {},
      'process.stdout.write("secret".repeat(400_000));',
      /was stopped: it wrote more than 1048576 bytes$/,
    ],
  ])("a credential plugin that %s is told", async (_name, more, code, told) => {
    const asked = async () => get(configOf(plugin('{ token: "secret" }', more, code)));
    await expect(asked()).rejects.toThrow(told);
    await expect(asked()).rejects.not.toThrow("secret");
    expect(seen).toEqual([]);
  });

  test.each([
    ["the console", (path: string) => ({ paths: [path], plugins: "never" as const })],
    ["a file that was not named", () => kubeconfigsOf(undefined, {})],
  ])("a credential plugin does not run for %s", (_name, kubeconfigs) => {
    const path = configOf(plugin('{ token: "t" }'));
    const was = process.cwd();
    write(".sallyport/kubeconfig", readFileSync(path, "utf8"));
    process.chdir(folder);
    try {
      expect(() => connectionOf(kubeconfigs(path))).toThrow("it gets its credentials from a program (exec)");
    } finally {
      process.chdir(was);
    }
  });
});

test.each<[string, JsonObject, string]>([
  ["a token", { token: "t" }, "Bearer t - -"],
  ["a token file", { tokenFile: "token" }, "Bearer of-file - -"],
  ["a password", { username: "u", password: "p" }, `Basic ${base64("u:p")} - -`],
  ["another user", { token: "t", as: "ada", "as-groups": ["g"] }, "Bearer t - ada"],
])("connectionOf sends %s", async (_name, user, expected) => {
  write("token", "of-file\n");
  await get(configOf(user));
  expect(seen).toEqual([expected]);
});

test("connectionOf honours how the server is verified", async () => {
  write("ca.crt", authority.cert);
  const ca = { "certificate-authority": "ca.crt" };
  await get(configOf({}, { server: address, ...ca, "tls-server-name": "api.test" }));
  await get(configOf({}, { server: address, "insecure-skip-tls-verify": true }));
  expect(seen).toHaveLength(2);
  await expect(get(configOf({}, { server: address, ...ca }))).rejects.toThrow("IP: 127.0.0.1 is not in");
});

test.each<[JsonObject, JsonObject, string]>([
  [{}, { "proxy-url": "http://proxy.test" }, 'cluster "c": proxy-url is not supported'],
  [{}, { "insecure-skip-tls-verify": true }, "exclude each other"],
  [{}, { server: "127.0.0.1:6443" }, "server is no URL"],
  [{ "auth-provider": { name: "gcp" } }, {}, 'user "u": clients do not know auth-provider any more'],
  [{ "as-groups": ["g"] }, {}, "need as"],
  [{ token: "t", username: "u" }, {}, "may be set, but not both"],
  [{ tokenFile: "absent" }, {}, "absent: no such file or directory"],
])("connectionOf refuses %j %j", (user, cluster, told) => {
  expect(() => connectionOf(namedFile(configOf(user, { ...trusted(), ...cluster })))).toThrow(told);
});

test("connectionOf merges the files of KUBECONFIG, the first one first", async () => {
  write("a/token", "of-a");
  write("b/token", "of-b");
  const cluster = { name: "c", cluster: trusted() };
  const user = { name: "u", user: { tokenFile: "token" } };
  const context = { name: "x", context: { cluster: "c", user: "u" } };
  const first = write("a/config", { users: [user], contexts: [] });
  const second = write("b/config", {
    ...{ users: [user], contexts: [context], clusters: [cluster] },
    "current-context": "x",
  });
  const list = (...paths: string[]) => kubeconfigsOf(undefined, { KUBECONFIG: paths.join(delimiter) });
  await serverClient(list("", join(folder, "absent"), first, second))("GET", "/api");
  expect(seen).toEqual(["Bearer of-a - -"]);
  expect(() => connectionOf(list("/nowhere/a", "/nowhere/b"))).toThrow(
    "there is no kubeconfig /nowhere/a, /nowhere/b",
  );
  expect(() => connectionOf(list(first))).toThrow("it has no current-context");
  expect(() => connectionOf(namedFile(folder))).toThrow(`${folder} is a folder: name the kubeconfig, a file`);
});

test("a request that names its user is not sent as that of the kubeconfig", async () => {
  const ask = serverClient(namedFile(configOf({ token: "t", as: "ada", "as-groups": ["g"] })));
  await ask("GET", "/api", { headers: { "impersonate-user": "bob" } });
  expect(seen).toEqual(["Bearer t - bob"]);
});

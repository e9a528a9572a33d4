import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ADMIN_TOKEN, newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const NAMESPACE = `sallyport-${process.pid}`;
const HERE = "10.231.77.1";

const ip = (...args: string[]): string => execFileSync("ip", args, { encoding: "utf8", stdio: "pipe" });

/** A network of its own stands for another machine; undefined: this user may not make one. */
function otherMachine(): string | undefined {
  const [near, far] = [`sp${process.pid}a`, `sp${process.pid}b`];
  try {
    ip("netns", "add", NAMESPACE);
    ip("link", "add", near, "type", "veth", "peer", "name", far, "netns", NAMESPACE);
    ip("addr", "add", `${HERE}/30`, "dev", near);
    ip("link", "set", near, "up");
    ip("-n", NAMESPACE, "addr", "add", "10.231.77.2/30", "dev", far);
    ip("-n", NAMESPACE, "link", "set", far, "up");
    return NAMESPACE;
  } catch {
    leave();
    return undefined;
  }
}

/** Its interface here goes with it. */
function leave(): void {
  try {
    ip("netns", "del", NAMESPACE);
  } catch {
    // It was never made.
  }
}

const machine = otherMachine();

/** Connects to `HERE`, and verifies the certificate for `servername`. */
const PROGRAM = `
const [host, port, servername, token] = process.argv.slice(1);
const { readFileSync } = require("node:fs");
const ca = readFileSync(0, "utf8");
const checkServerIdentity = (_, cert) => require("node:tls").checkServerIdentity(servername, cert);
const headers = { authorization: "Bearer " + token };
require("node:https")
  .get({ host, port, ca, headers, checkServerIdentity, path: "/api/v1/namespaces/default" }, (answer) => {
    console.log(answer.statusCode);
    answer.resume();
  })
  .on("error", (error) => console.log(error.message));
`;

describe.skipIf(machine === undefined)("other machines", () => {
  const dir = newDataDir();
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer(dir, "--bind-address", "0.0.0.0", "--tls-san", "lb.example.com,192.0.2.1");
  });
  afterAll(async () => {
    await server?.stop();
    removeDataDir(dir);
    leave();
  });

  const askFor = (servername: string): string => {
    const ca = readFileSync(join(dir, "certs/ca.crt"), "utf8");
    const { port } = new URL(server.url);
    const command = ["netns", "exec", NAMESPACE, process.execPath, "-e", PROGRAM];
    return execFileSync("ip", [...command, HERE, port, servername, ADMIN_TOKEN], {
      input: ca,
      encoding: "utf8",
    });
  };

  test.each([HERE, hostname(), "lb.example.com", "192.0.2.1", "localhost"])(
    "reach the server as %s",
    (name) => {
      expect(askFor(name)).toBe("200\n");
    },
  );

  test("do not reach it under another name", () => {
    expect(askFor("other.example.com")).toContain("does not match certificate");
  });
});

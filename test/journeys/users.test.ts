import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findKubectls, kubectlOn, type RunKubectl } from "../parts/kubectl.ts";
import { sampled } from "../parts/sampled.ts";
import { newDataDir, type RunningServer, removeDataDir, startServer } from "../parts/server.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";

describe.each(sampled(findKubectls()))("users: kubectl $version", (tool) => {
  const dir = newDataDir();
  let server: RunningServer;
  let kubectl: RunKubectl;

  beforeAll(async () => {
    server = await startServer(dir);
    kubectl = kubectlOn(tool, server);
  });
  afterAll(async () => {
    await server.stop();
    removeDataDir(dir);
  });

  test("a user without a role is refused by name", async () => {
    const refused = await server.fetch("GET", SECRETS, { token: "jane-token" });
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text).message).toBe(
      'secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" in the namespace "default"',
    );
  });

  test("a role and a binding let them in, and not further", async () => {
    await kubectl("create role reader --verb=get,list --resource=secrets");
    await kubectl("create rolebinding readers --role=reader --group=developers");
    expect((await server.fetch("GET", SECRETS, { token: "jane-token" })).status).toBe(200);
    const body = '{"metadata":{"name":"s"}}';
    expect((await server.fetch("POST", SECRETS, { token: "jane-token", body })).status).toBe(403);
  });

  test("auth can-i answers for oneself and, with --as, for others", async () => {
    expect((await kubectl("auth can-i create pods")).stdout).toBe("yes\n");
    expect((await kubectl("auth can-i list secrets --as jane --as-group developers")).stdout).toBe("yes\n");
    expect((await kubectl("auth can-i delete secrets --as jane --as-group developers")).stdout).toMatch(
      /^no/,
    );
    const listed = await kubectl("auth can-i --list --as jane --as-group developers");
    expect(listed.stdout).toMatch(/secrets\s+\[\]\s+\[\]\s+\[get list\]/);
  });

  test("--as acts with the rights of the other user", async () => {
    expect((await kubectl("get secrets --as jane --as-group developers")).code).toBe(0);
    const refused = await kubectl("get pods --as jane --as-group developers");
    expect(refused.stderr).toContain('User "jane" cannot list resource "pods"');
    const headers = { "impersonate-user": "admin" };
    expect((await server.fetch("GET", SECRETS, { token: "jane-token", headers })).status).toBe(403);
  });

  test("an unknown token is nobody; without one a client is anonymous", async () => {
    expect((await server.fetch("GET", SECRETS, { token: "wrong" })).status).toBe(401);
    const anonymous = await server.fetch("GET", SECRETS, { token: "" });
    expect(anonymous.status).toBe(403);
    expect(anonymous.text).toContain('User \\"system:anonymous\\"');
    expect((await server.fetch("GET", "/healthz", { token: "" })).text).toBe("ok");
  });
});

import { expect, test } from "vitest";
import { clusterForTests } from "../../../../test/tools/cluster-for-tests.tool.ts";

const api = await clusterForTests();

test("a token that no header can hold is anonymous for every audience that was asked for", async () => {
  const review = { spec: { token: " ", audiences: ["a"] } };
  const { body } = await api.ask("POST", "/apis/authentication.k8s.io/v1/tokenreviews", review);
  expect(body.status).toEqual({
    authenticated: true,
    user: { username: "system:anonymous", groups: ["system:unauthenticated"] },
    audiences: ["a"],
  });
});

test("a token of more than 16 KiB is read by no authenticator, and invalid", async () => {
  const payload = Buffer.from(`{"iss":"https://kubernetes.default.svc","a":"${"x".repeat(16 << 10)}"}`);
  const review = { spec: { token: `e30.${payload.toString("base64url")}.AAAA` } };
  const { body } = await api.ask("POST", "/apis/authentication.k8s.io/v1/tokenreviews", review);
  expect(body.status).toEqual({ user: {}, error: "invalid bearer token" });
});

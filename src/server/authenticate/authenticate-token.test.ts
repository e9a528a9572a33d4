import { expect, it } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { requestToken } from "./authenticate-token.ts";

it("requestToken tells why a token is not accepted, and not the token", async () => {
  const told: string[] = [];
  const owners: Readonly<Record<string, { problem: string }>> = { old: { problem: "it has expired" } };
  const authenticator = requestToken(
    async (token) => owners[token],
    (problem, path) => told.push(`${path}: ${problem}`),
  );
  const ask = (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return authenticator(memoryRequest({ method: "GET", url: "/api", headers }));
  };
  expect([await ask("old"), await ask("secret")]).toEqual(["invalid", "invalid"]);
  expect(told).toEqual(["/api: it has expired", "/api: no authenticator knows the token"]);
});

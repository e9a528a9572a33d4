import { expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { forwardedHeaders } from "./forwarded-headers.ts";

test("the token of a subprotocol is not told to the other server", () => {
  const protocols = "base64url.bearer.authorization.k8s.io.c2VjcmV0, a, b";
  const told = (named: string) =>
    forwardedHeaders(memoryRequest({ url: "/", headers: { "sec-websocket-protocol": named } }), {
      user: { username: "jane", groups: [] },
      auditId: "1",
      address: "echo:443",
      path: "/",
      requestHeaders: undefined,
    });
  expect(told(protocols).join("\n")).toContain("sec-websocket-protocol\na,b\n");
  expect(told(protocols.split(",")[0] ?? "")).not.toContain("sec-websocket-protocol");
});

test("headers that Connection names are left out, in time that does not grow with both together", () => {
  const names = Array.from({ length: 10_000 }, (_, i) => `x-${i}`);
  const headers = {
    ...Object.fromEntries(names.map((name) => [name, "1"])),
    connection: [...names.slice(1), ...Array.from({ length: 200_000 }, () => "a")].join(","),
  };
  const forwarded = forwardedHeaders(memoryRequest({ url: "/apis/a/v1", headers }), {
    user: { username: "jane", groups: [] },
    auditId: "1",
    address: "echo:443",
    path: "/apis/a/v1",
    requestHeaders: undefined,
  });
  const given = new Set(names);
  expect(forwarded.filter((text) => given.has(text))).toEqual(["x-0"]);
});

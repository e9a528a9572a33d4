import { expect, test } from "vitest";
import type { ServerRequest } from "../../api/exchange/exchange.ts";
import { sourceIps, userAgent } from "./request-source.ts";

const peer = { address: "127.0.0.1" } as ServerRequest["peer"];

test.each([
  [{}, ["127.0.0.1"]],
  [{ "x-forwarded-for": "1.2.3.4, bad,5.6.7.8" }, ["1.2.3.4", "5.6.7.8", "127.0.0.1"]],
  [{ "x-forwarded-for": "1.2.3.4", "x-real-ip": "1.2.3.4" }, ["1.2.3.4", "127.0.0.1"]],
  [{ "x-real-ip": "2001:DB8::1" }, ["2001:db8::1", "127.0.0.1"]],
  [{ "x-forwarded-for": "1.2.3.4, 127.0.0.1" }, ["1.2.3.4", "127.0.0.1"]],
])("sourceIps of %j", (headers, ips) => {
  expect(sourceIps({ headers, peer })).toEqual(ips);
});

test("sourceIps takes a thousand addresses of a header", () => {
  const headers = { "x-forwarded-for": "1.2.3.4,".repeat(100_000) };
  expect(sourceIps({ headers, peer })).toHaveLength(1001);
});

test("userAgent is cut after 1024 bytes", () => {
  expect(userAgent({ headers: { "user-agent": "x".repeat(1024) } })).toBe("x".repeat(1024));
  expect(userAgent({ headers: { "user-agent": "x".repeat(1025) } })).toBe(`${"x".repeat(1024)}...TRUNCATED`);
  expect(userAgent({ headers: {} })).toBeUndefined();
});

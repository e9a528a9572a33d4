import { expect, test } from "vitest";
import { triedCredentials } from "./tried-credentials.ts";

const tried = (authorization?: string, query = "", peer = {}): string =>
  triedCredentials({
    headers: authorization === undefined ? {} : { authorization },
    query: new URLSearchParams(query) as never,
    peer: { address: "", port: 0, ...peer },
  });

test.each([
  [tried(), "Authentication failed, no credentials provided"],
  [tried("Bearer"), "Authentication failed, no credentials provided"],
  [tried("Bearer x"), "Authentication failed, attempted: bearer"],
  [tried("bearer x y"), "Authentication failed, attempted: bearer"],
  [tried(`Basic ${btoa("a:b")}`), "Authentication failed, attempted: basic"],
  [tried(`Basic ${btoa("ab")}`), "Authentication failed, no credentials provided"],
  [tried("Basic ="), "Authentication failed, no credentials provided"],
  [tried(undefined, "access_token=x"), "Authentication failed, attempted: access_token"],
  [
    tried("Bearer x", "access_token=x", { certificateError: "expired" }),
    "Authentication failed, attempted: bearer, access_token, x509",
  ],
])("triedCredentials names what was tried: %s", (said, expected) => {
  expect(said).toBe(expected);
});

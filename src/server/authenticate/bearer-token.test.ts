import { expect, test } from "vitest";
import { memoryRequest } from "../../api/memory-request.ts";
import { bearerToken, parseTokenFile } from "./bearer-token.ts";

const tokens = parseTokenFile('admin-token,admin,admin-uid,"system:masters,other"\nplain,bob,7\n');
const ask = (authorization?: string) =>
  bearerToken(tokens)(memoryRequest({ url: "/", ...(authorization ? { headers: { authorization } } : {}) }));

test("bearerToken() knows the users of the file", () => {
  expect(ask("Bearer admin-token")).toEqual({
    username: "admin",
    uid: "admin-uid",
    groups: ["system:masters", "other"],
  });
  expect(ask("bearer plain")).toEqual({ username: "bob", uid: "7", groups: [] });
});

test("bearerToken() refuses an unknown token and has no opinion without one", () => {
  expect(ask("Bearer nope")).toBe("invalid");
  expect(ask()).toBeUndefined();
  expect(ask("Basic YTpi")).toBeUndefined();
});

test("parseTokenFile() names a bad line and not its token", () => {
  expect(() => parseTokenFile("ok,a,1\nsecret,b")).toThrow(/line 2/);
  expect(() => parseTokenFile("secret,b")).not.toThrow(/secret/);
});

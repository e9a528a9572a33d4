import { describe, expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { readImpersonationHeaders } from "./impersonation-headers.ts";

const read = (headers: Record<string, string | string[]>) =>
  readImpersonationHeaders(memoryRequest({ url: "/api", headers }));

describe("readImpersonationHeaders", () => {
  test("joins the values of one extra key, however it is spelled", () => {
    const headers = {
      "impersonate-user": "bob",
      "impersonate-extra-a%2fb": ["1", "2"],
      "impersonate-extra-%61%2fb": "3",
    };
    expect(read(headers)?.extra).toEqual({ "a/b": ["1", "2", "3"] });
  });
  test("takes __proto__ for a key like any other", () => {
    const wanted = read({ "impersonate-user": "bob", "impersonate-extra-__proto__": "x" });
    expect(Object.entries(wanted?.extra ?? {})).toEqual([["__proto__", ["x"]]]);
    expect(() => read({ "impersonate-extra-__proto__": "x" })).toThrow("without impersonating a user name");
  });
  test("names extra values without a user by their keys in order", () => {
    expect(() => read({ "impersonate-extra-b": "1", "impersonate-extra-a": ["2", "3"] })).toThrow(
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string(nil), Extra:map[string][]string{"a":[]string{"2", "3"}, "b":[]string{"1"}}} without impersonating a user name',
    );
  });
  test("keeps a key as it is where its escapes are malformed", () => {
    expect(read({ "impersonate-user": "bob", "impersonate-extra-a%2": "x" })?.extra).toEqual({
      "a%2": ["x"],
    });
  });
  test("takes the first of several names, and reads names as UTF-8", () => {
    const utf8 = (text: string): string => Buffer.from(text).toString("latin1");
    expect(read({ "impersonate-user": ["bob", "carol"] })?.username).toBe("bob");
    expect(read({ "impersonate-user": utf8("zoë"), "impersonate-group": utf8("é") })).toMatchObject({
      username: "zoë",
      groups: ["é"],
    });
  });
});

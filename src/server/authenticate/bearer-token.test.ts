import { expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { bearerToken, hasBlanksBeforeToken, LONGEST_TOKEN, parseTokenFile, tokenIn } from "./bearer-token.ts";

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

test("tokenIn() accepts no token of more than 16 KiB, neither of a header nor of a subprotocol", () => {
  const [longest, longer] = ["a".repeat(LONGEST_TOKEN), "a".repeat(LONGEST_TOKEN + 1)];
  const socket = (token: string) => ({
    upgrade: "websocket",
    connection: "upgrade",
    "sec-websocket-protocol": `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}, a`,
  });
  const asked = [longest, longer].flatMap((token) => [{ authorization: `Bearer ${token}` }, socket(token)]);
  expect(asked.map(tokenIn)).toEqual([longest, longest, false, false]);
  expect(tokenIn({ ...socket(""), "sec-websocket-protocol": ",".repeat(1 << 20) })).toBe(false);
  expect(ask(`Bearer ${longer}`)).toBe("invalid");
});

test("parseTokenFile() leaves cells as they are, and takes the last line of a token", () => {
  const table = parseTokenFile('t,a,1\nt,b,2,"x, y,,x"\n,nobody,3\nu,,4,\n');
  const groups = ["x", " y", "", "x"];
  expect([...table.values()]).toEqual([
    { username: "b", uid: "2", groups },
    { username: "", uid: "4", groups: [""] },
  ]);
});

test("parseTokenFile() names a bad line and not its token", () => {
  const columns = "must have at least 3 columns (token, user name, user uid)";
  expect(() => parseTokenFile("ok,a,1\nsecret,b")).toThrow(new Error(`line 2 ${columns}`));
  expect(() => parseTokenFile("secret,b")).toThrow(new Error(`line 1 ${columns}`));
});

test.each([
  ["Bearer  admin-token", true],
  ["  bearer   x y", true],
  ["Bearer admin-token", false],
  ["Bearer ", false],
  ["Bearer admin-token  x", false],
  ["Basic  x", false],
])("blanks before the token of %j: %s", (authorization, expected) => {
  expect(hasBlanksBeforeToken({ headers: { authorization } })).toBe(expected);
});

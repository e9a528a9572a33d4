import { expect, test } from "vitest";
import { asksForWebSocket, offeredProtocols, protocolToken } from "./web-socket.ts";

const asking = (protocols?: string) => ({
  connection: "keep-alive, Upgrade",
  upgrade: "WebSocket",
  ...(protocols === undefined ? {} : { "sec-websocket-protocol": protocols }),
});
/** Maximum number of characters of a token. */
const LONGEST = 100;
const named = (token: string) =>
  `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString("base64url")}`;

test("a client asks with both headers", () => {
  expect(asksForWebSocket(asking())).toBe(true);
  expect(asksForWebSocket({ upgrade: "websocket" })).toBe(false);
  expect(asksForWebSocket({ upgrade: "websocket", connection: "no-upgrade" })).toBe(false);
  expect(asksForWebSocket({ upgrade: "SPDY/3.1", connection: "Upgrade" })).toBe(false);
});

test.each<[string | undefined, string | undefined | false]>([
  [undefined, undefined],
  ["", undefined],
  ["base64.binary.k8s.io", undefined],
  [`${named("abc")}, base64.binary.k8s.io`, "abc"],
  [`base64.binary.k8s.io,${named("é~")}`, "é~"],
  [`${named("")}, a`, undefined],
  [named("abc"), false],
  [`${named("abc")}, a, ${named("abc")}`, false],
  [`${named("abc")}=, a`, false],
  [`${named("abc")}A, a`, false],
  ["base64url.bearer.authorization.k8s.io._w, a", false],
])("the token in %j is %j", (protocols, token) => {
  expect(protocolToken(asking(protocols), LONGEST)).toBe(token);
});

test("tokens are no protocols", () => {
  expect(offeredProtocols(asking(`a, ${named("abc")},b`))).toEqual(["a", "b"]);
  expect(protocolToken({ "sec-websocket-protocol": `${named("abc")}, a` }, LONGEST)).toBeUndefined();
});

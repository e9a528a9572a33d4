import { expect, test } from "vitest";
import { memoryRequest } from "../../api/exchange/memory-request.ts";
import { requestHeader } from "./request-header.ts";

const authenticate = requestHeader({
  allowedNames: [],
  username: ["X-Remote-User"],
  uid: [],
  group: ["X-Remote-Group"],
  extraPrefix: ["X-Remote-Extra-"],
});

const certificate = {
  commonName: "proxy",
  organizations: [],
  fingerprint: "",
  validFrom: 0,
  validTo: 0,
  vouchedBy: { clients: false, proxies: true },
};

const userOf = (headers: Record<string, string>) =>
  authenticate(
    memoryRequest({ method: "GET", url: "/", headers, peer: { address: "", port: 1, certificate } }),
  );

/** Returns the bytes of a header as Node returns them. */
const bytes = (text: string): string => Buffer.from(text).toString("latin1");

test("what proxies say is UTF-8", () => {
  const headers = {
    "x-remote-user": bytes("jörg"),
    "x-remote-group": bytes("größe"),
    "x-remote-extra-a": bytes("ä"),
  };
  expect(userOf(headers)).toEqual({ username: "jörg", groups: ["größe"], extra: { a: ["ä"] } });
});

test("a certificate that is not a proxy's is refused, unless another authenticator accepts it", () => {
  const other = { ...certificate, vouchedBy: { clients: true, proxies: false } };
  const asked = (peer: object) =>
    authenticate(memoryRequest({ method: "GET", url: "/", peer: { address: "", port: 1, ...peer } }));
  expect(asked({ certificate: other })).toBe("invalid");
  expect(asked({})).toBeUndefined();
});

test.each([
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["scopes.io%2fa", "scopes.io/a"],
  ["half%2", "half%2"],
])("an extra header may be called %s", (name, key) => {
  const user = userOf({ "x-remote-user": "jane", [`x-remote-extra-${name}`]: "v" });
  expect(Object.entries((user as { extra: object }).extra)).toEqual([[key, ["v"]]]);
});

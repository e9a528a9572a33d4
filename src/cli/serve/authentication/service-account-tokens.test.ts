import { expect, test } from "vitest";
import { readServeFlags } from "../flags/serve-flags.ts";

const maxExpirationOf = (text: string | undefined) =>
  readServeFlags({ serviceAccountMaxTokenExpiration: text }).serviceAccountMaxTokenExpiration;

test.each([
  [undefined, undefined],
  ["0", 0],
  ["1h", 3600],
  ["24h0m0.9s", 86_400],
])("--service-account-max-token-expiration %s is %s seconds", (text, seconds) => {
  expect(maxExpirationOf(text)).toBe(seconds);
});

test.each(["-1s", "0.5s", "59m59.9s", "1193046h28m16.5s"])(
  "--service-account-max-token-expiration %s is refused in the words of kube-apiserver",
  (text) => {
    expect(() => maxExpirationOf(text)).toThrow(
      "the service-account-max-token-expiration must be between 1 hour and 2^32 seconds",
    );
  },
);

test("--service-account-max-token-expiration refuses what is no duration", () => {
  expect(() => maxExpirationOf("soon")).toThrow(
    'invalid argument "soon" for "--service-account-max-token-expiration" flag: time: invalid duration "soon"',
  );
});

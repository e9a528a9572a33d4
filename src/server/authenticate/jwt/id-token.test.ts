import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../json/value.ts";
import { idTokenIn, issuerIn } from "./id-token.ts";

// The answers of kube-apiserver 1.36.3 to such tokens.

describe("idTokenIn", () => {
  test("reads names without case, and times as numbers or texts", () => {
    expect(issuerIn({ ISS: "https://a" })).toBe("https://a");
    expect(idTokenIn({ AUD: "x", exp: "1e3", Exp: 5.9, nbf: null })).toMatchObject({
      audience: ["x"],
      expiry: 5,
      notBefore: undefined,
    });
  });

  test("takes no audience for an empty one, and times that are too great for long past", () => {
    expect(idTokenIn({ aud: null }).audience).toEqual([""]);
    expect(idTokenIn({}).audience).toEqual([]);
    expect(idTokenIn({ exp: 1e300 }).expiry).toBeLessThan(0);
  });

  test.each<[JsonObject, string]>([
    [{ aud: ["x", 5] }, "json: cannot unmarshal number into Go struct field idToken.aud of type string"],
    [{ aud: {} }, "json: cannot unmarshal object into Go struct field idToken.aud of type []string"],
    [{ sub: 5 }, "json: cannot unmarshal number into Go struct field idToken.sub of type string"],
    [{ iat: "x" }, String.raw`json: invalid number literal, trying to unmarshal "\"x\"" into Number`],
    [{ exp: true }, "json: cannot unmarshal bool into Go struct field idToken.exp of type json.Number"],
    [{ exp: null }, 'strconv.ParseFloat: parsing "": invalid syntax'],
    [{ sub: 5, exp: null }, 'strconv.ParseFloat: parsing "": invalid syntax'],
    [
      { _claim_names: { a: 5 } },
      "json: cannot unmarshal number into Go struct field idToken._claim_names of type string",
    ],
  ])("refuses %j: %s", (claims, problem) => {
    expect(() => idTokenIn(claims)).toThrow(
      `oidc: verify token: oidc: failed to unmarshal claims: ${problem}`,
    );
  });

  test("wants the sources of distributed claims", () => {
    expect(() => idTokenIn({ _claim_names: { groups: "s" } })).toThrow("oidc: source does not exist");
    const sources = { s: { endpoint: "https://b" } };
    const { distributed } = idTokenIn({ _claim_names: { groups: "s" }, _claim_sources: sources });
    expect(distributed.get("groups")).toBe("https://b");
  });
});

import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { expect, test } from "vitest";
import { FieldReport } from "../../../api/validation/field-report.ts";
import { filled } from "../../../types/decode/filled.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import type { JWTAuthenticator } from "../../../types/tables/apiserver/v1-types.ts";
import { jwtAuthenticator, SIGNING_ALGORITHMS } from "./jwt-authenticator.ts";
import type { ProviderKey } from "./provider-keys.ts";
import { compileJwt } from "./validate-jwt.ts";

const now = Date.now;
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Issuers by name, all with one key under two ids. Counts the creations of keys. */
function startIssuers(...names: string[]) {
  const made: string[] = [];
  const keyOf = (id: string): ProviderKey => ({
    id,
    key: () => {
      made.push(id);
      return publicKey;
    },
  });
  const known = ["a", "b"].map(keyOf);
  const configurations = names.map((name) =>
    filled<JWTAuthenticator>(
      {
        issuer: { url: `https://${name}.example.com`, audiences: ["sallyport"] },
        claimMappings: { username: { claim: "sub", prefix: `${name}:` } },
      },
      builtinShape("apiserver/v1.JWTAuthenticator"),
    ),
  );
  const report = new FieldReport("jwt");
  const compiled = compileJwt(configurations, report);
  expect(report.errors).toEqual([]);
  const keys = { known: () => known, renewed: () => undefined };
  const authenticate = jwtAuthenticator(
    compiled.map((one) => ({ compiled: one, keys, algorithms: SIGNING_ALGORITHMS, now })),
  );
  return { authenticate, made };
}

const tokenOf = (issuer: string, key = privateKey) =>
  new SignJWT({ sub: "jane", iss: `https://${issuer}.example.com`, aud: "sallyport" })
    .setProtectedHeader({ alg: "ES256", kid: "b" })
    .setExpirationTime("1h")
    .sign(key);

test("a token is for the issuer that it names, and only the key that it names is made", async () => {
  const { authenticate, made } = startIssuers("one", "two");
  expect(await authenticate(await tokenOf("two"))).toMatchObject({ user: { username: "two:jane" } });
  expect(await authenticate(await tokenOf("one"))).toMatchObject({ user: { username: "one:jane" } });
  expect(await authenticate(await tokenOf("three"))).toBeUndefined();
  expect(made).toEqual(["b", "b"]);
});

test("a token that another key has signed is not believed", async () => {
  const { authenticate } = startIssuers("one");
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  expect(await authenticate(await tokenOf("one", other))).toMatchObject({
    problem: expect.stringContaining("failed to verify id token signature"),
  });
});

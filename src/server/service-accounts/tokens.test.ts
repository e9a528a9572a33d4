import { generateKeyPairSync } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Answered,
  type InMemoryCluster,
  startInMemoryCluster,
} from "../../../test/tools/in-memory-cluster.tool.ts";
import type { JsonObject } from "../../json/value.ts";
import { newSigningKeyPem, readSigningKey, readVerifyingKeys } from "./keys.ts";
import { createTokenIssuer, type TokenIssuer } from "./token-issuer.ts";

const NAMESPACE = "/api/v1/namespaces/default";
const REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
const ISSUER = "https://issuer.example.com";

function newRsaKeyPem(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs1", format: "pem" }).toString();
}

async function issuerWith(pem: string, others: readonly string[] = []): Promise<TokenIssuer> {
  const verifyingKeys = others.flatMap(readVerifyingKeys);
  return createTokenIssuer({ issuers: [ISSUER], signingKey: () => readSigningKey(pem), verifyingKeys });
}

describe.each([
  ["ES256", newSigningKeyPem],
  ["RS256", newRsaKeyPem],
])("tokens of service accounts, %s", (algorithm, newKey) => {
  let api: InMemoryCluster;
  const request = (spec: JsonObject, account = "robot"): Promise<Answered> =>
    api.ask("POST", `${NAMESPACE}/serviceaccounts/${account}/token`, { spec });
  const token = async (spec: JsonObject): Promise<string> =>
    ((await request(spec)).body.status as { token: string }).token;
  const review = async (of: string, audiences?: string[]): Promise<JsonObject> => {
    const spec = { token: of, ...(audiences === undefined ? {} : { audiences }) };
    return (await api.ask("POST", REVIEWS, { spec })).body.status as JsonObject;
  };

  beforeAll(async () => {
    api = await startInMemoryCluster({ tokenIssuer: await issuerWith(newKey()) });
    await api.ask("POST", `${NAMESPACE}/serviceaccounts`, { metadata: { name: "robot" } });
  });
  afterAll(() => api.stop());

  test("contain their account and their lifetime, and authenticate their account", async () => {
    const made = await token({});
    const claims = decodeJwt(made);
    expect(claims).toMatchObject({ iss: ISSUER, aud: [ISSUER], sub: "system:serviceaccount:default:robot" });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    const { body } = await api.ask("GET", `${NAMESPACE}/pods`, undefined, {
      authorization: `Bearer ${made}`,
    });
    expect(body.message).toContain('User "system:serviceaccount:default:robot" cannot list');
    expect(await review(made)).toMatchObject({
      authenticated: true,
      user: { groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"] },
      audiences: [ISSUER],
    });
  });

  test("for others are none for this server", async () => {
    const made = await token({ audiences: ["vault"] });
    const wrong = `token audiences ["vault"] is invalid for the target audiences ["${ISSUER}"]`;
    expect(await review(made)).toEqual({ user: {}, error: `[invalid bearer token, ${wrong}]` });
    expect((await review(made, ["vault"])).authenticated).toBe(true);
    const headers = { authorization: `Bearer ${made}` };
    expect((await api.ask("GET", `${NAMESPACE}/pods`, undefined, headers)).status).toBe(401);
  });

  test("go with the object that they are bound to", async () => {
    await api.ask("POST", `${NAMESPACE}/secrets`, { metadata: { name: "s" } });
    const bound = await token({ boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "s" } });
    expect((await review(bound)).authenticated).toBe(true);
    await api.ask("DELETE", `${NAMESPACE}/secrets/s`);
    expect((await review(bound)).error).toBe(
      "[invalid bearer token, service account token has been invalidated]",
    );
    const missing = { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "nowhere" } };
    expect((await request(missing)).body.message).toBe('pods "nowhere" not found');
    const ofNone = { boundObjectRef: { apiVersion: "a/b/c" } };
    expect((await request(ofNone)).body.message).toBe("cannot bind token to object of type /, Kind=");
  });

  test("go with their account, also when another one takes its name", async () => {
    await api.ask("POST", `${NAMESPACE}/serviceaccounts`, { metadata: { name: "short" } });
    const { body } = await request({}, "short");
    const made = (body.status as { token: string }).token;
    await api.ask("DELETE", `${NAMESPACE}/serviceaccounts/short`);
    expect((await review(made)).error).toBe('[invalid bearer token, serviceaccounts "short" not found]');
    await api.ask("POST", `${NAMESPACE}/serviceaccounts`, { metadata: { name: "short" } });
    expect((await review(made)).error).toMatch(/service account UID \(.*\) does not match claim/);
  });

  test("cannot be had for less than ten minutes", async () => {
    expect((await request({ expirationSeconds: 10 })).body.message).toBe(
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 10: may not specify a duration less than 10 minutes',
    );
  });

  test("have no attestations unless they are for a webhook", async () => {
    expect((await request({ attestations: { tier: [] }, expirationSeconds: 10 })).body.message).toBe(
      'TokenRequest.authentication.k8s.io "" is invalid: spec.attestations: Invalid value: {"tier":[]}: attestations may only be specified with a webhook bound object reference',
    );
  });

  test("are believed only when a known key has signed them", async () => {
    const made = await token({});
    const [head, , signature] = made.split(".");
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(made), sub: "admin" })).toString("base64url");
    expect((await review(`${head}.${forged}.${signature}`)).authenticated).toBeUndefined();
    const stranger = await issuerWith(newSigningKeyPem());
    const strange = await stranger.sign({ ...decodeJwt(made) });
    expect((await review(strange)).error).toBe("[invalid bearer token, invalid signature, no keys found]");
  });

  test("can be verified with what the issuer publishes", async () => {
    const { body } = await api.ask("GET", "/.well-known/openid-configuration");
    expect(body).toMatchObject({ issuer: ISSUER, id_token_signing_alg_values_supported: [algorithm] });
    expect(body.jwks_uri).toBe("https://kubernetes.default.svc/openid/v1/jwks");
    const misled = await api.ask("GET", "/.well-known/openid-configuration", undefined, { host: "evil" });
    expect(misled.body).toEqual(body);
    const published = await api.ask("GET", "/openid/v1/jwks", undefined, { accept: "*/*" });
    expect(published.body.keys).toMatchObject([{ use: "sig", alg: algorithm }]);
    expect(JSON.stringify(published.body)).not.toContain('"d"');
  });
});

describe("createTokenIssuer", () => {
  test("accepts tokens of former keys", async () => {
    const old = newSigningKeyPem();
    const made = await (await issuerWith(old)).sign({ sub: "x" });
    const now = await issuerWith(newRsaKeyPem(), [old]);
    expect(await now.read(made)).toMatchObject({ claims: { sub: "x" } });
  });
});

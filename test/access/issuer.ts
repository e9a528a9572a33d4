import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";
import { createAuthority, issueServing } from "../../src/http/certificates/issue.ts";

/** An issuer of JWT on 127.0.0.1, with a certificate of its own authority. */
export interface Issuer {
  readonly url: string;
  readonly ca: string;
  /** Signs claims; the times of `claims` are seconds from now. */
  sign(claims: Claims, how?: How): Promise<string>;
  /** Publishes this key too from now on. */
  publish(key: string): void;
  close(): Promise<void>;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface How {
  /** A name for a key; `first` is published from the beginning. */
  readonly key?: string;
  readonly algorithm?: string;
  /** Default: the name of the key. */
  readonly kid?: string;
}

export async function startIssuer(): Promise<Issuer> {
  const now = Date.now();
  const authority = await createAuthority({ commonName: "issuers", now });
  const serving = await issueServing(authority, { hosts: ["127.0.0.1"], now });
  const pairs = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>();
  const pair = (name: string, algorithm: string) => {
    const id = `${name}/${algorithm}`;
    const known = pairs.get(id) ?? newPair(algorithm);
    pairs.set(id, known);
    return known;
  };
  const published = new Set(["first"]);
  for (const algorithm of ["RS256", "ES256"]) pair("first", algorithm);
  let url = "";
  const server: Server = createServer({ cert: serving.cert, key: serving.key }, (request, response) => {
    const isDocument = request.url?.endsWith("/openid-configuration") === true;
    const keys = [...pairs]
      .filter(([id]) => published.has(id.split("/")[0] ?? ""))
      .map(([id, { publicKey }]) => ({
        ...publicKey.export({ format: "jwk" }),
        kid: id.split("/")[0],
        use: "sig",
      }));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isDocument ? { issuer: url, jwks_uri: `${url}/keys` } : { keys }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    ca: authority.cert,
    publish: (key) => void published.add(key),
    sign: (claims, { key = "first", algorithm = "RS256", kid = key } = {}) =>
      new SignJWT({ iss: url, ...claims })
        .setProtectedHeader({ alg: algorithm, ...(kid === "" ? {} : { kid }) })
        .sign(pair(key, algorithm).privateKey),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Creates a key pair by way of its text form, for the reason in `newSigningKeyPem` of
 * src/server/service-accounts/keys.ts.
 */
function newPair(algorithm: string): { publicKey: KeyObject; privateKey: KeyObject } {
  const publicKeyEncoding = { type: "spki", format: "pem" } as const;
  const privateKeyEncoding = { type: "pkcs8", format: "pem" } as const;
  const { publicKey, privateKey } = algorithm.startsWith("ES")
    ? generateKeyPairSync("ec", { namedCurve: "P-256", publicKeyEncoding, privateKeyEncoding })
    : generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding, privateKeyEncoding });
  return { publicKey: createPublicKey(publicKey), privateKey: createPrivateKey(privateKey) };
}

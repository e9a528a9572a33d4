import type { JWTPayload } from "jose";
import type { KubeObject } from "../../api/meta.ts";
import { serviceAccountUsername } from "../authenticate/user-names.ts";

/** An object that a token is bound to. */
export interface ClaimRef {
  readonly name?: string;
  readonly uid?: string;
}

/** What tokens say besides the registered claims, under `kubernetes.io`. */
export interface KubernetesClaims {
  readonly namespace?: string;
  readonly serviceaccount?: ClaimRef;
  readonly pod?: ClaimRef;
  readonly secret?: ClaimRef;
  readonly node?: ClaimRef;
  /** Seconds since 1970: from then on the bearer is told to fetch another one. */
  readonly warnafter?: number;
}

export interface TokenClaims extends JWTPayload {
  readonly "kubernetes.io"?: KubernetesClaims;
}

/** Tokens that lie in Secrets are signed by this issuer and have claims of their own. */
export const LEGACY_ISSUER = "kubernetes/serviceaccount";

export interface BoundClaimsInput {
  readonly account: KubeObject;
  readonly pod?: KubeObject | undefined;
  readonly secret?: KubeObject | undefined;
  readonly node?: KubeObject | undefined;
  readonly audiences: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
  readonly expirationSeconds: number;
  /** Seconds from now; undefined: there is no warning. */
  readonly warnAfterSeconds?: number | undefined;
  /** Of the token itself: `jti`. */
  readonly id: string;
}

/** The claims of a token that TokenRequest answers; the issuer is added by who signs. */
export function boundClaims(input: BoundClaimsInput): TokenClaims {
  const { account, pod, secret, node, now, warnAfterSeconds } = input;
  const { namespace = "", name = "" } = account.metadata;
  return {
    aud: [...input.audiences],
    exp: now + input.expirationSeconds,
    iat: now,
    jti: input.id,
    "kubernetes.io": {
      namespace,
      ...(node === undefined ? {} : { node: refOf(node) }),
      ...(pod === undefined ? {} : { pod: refOf(pod) }),
      ...(secret === undefined ? {} : { secret: refOf(secret) }),
      serviceaccount: refOf(account),
      ...(warnAfterSeconds === undefined ? {} : { warnafter: now + warnAfterSeconds }),
    },
    nbf: now,
    sub: serviceAccountUsername(namespace, name),
  };
}

function refOf({ metadata: { name, uid } }: KubeObject): ClaimRef {
  return { ...(name === undefined ? {} : { name }), ...(uid === undefined ? {} : { uid }) };
}

/** The claims of a token that lies in a Secret: it never expires, and goes with its Secret. */
export function legacyClaims(account: KubeObject, secretName: string): TokenClaims {
  const { namespace = "", name = "", uid = "" } = account.metadata;
  const prefix = LEGACY_ISSUER;
  return {
    [`${prefix}/namespace`]: namespace,
    [`${prefix}/secret.name`]: secretName,
    [`${prefix}/service-account.name`]: name,
    [`${prefix}/service-account.uid`]: uid,
    iss: LEGACY_ISSUER,
    sub: serviceAccountUsername(namespace, name),
  };
}

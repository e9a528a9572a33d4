import type { JWTPayload } from "jose";
import type { KubeObject } from "../../api/meta.ts";
import { serviceAccountUsername } from "../authenticate/user-names.ts";

/** An object that a token is bound to. */
export interface ClaimRef {
  readonly name?: string;
  readonly uid?: string;
}

/** Claims besides the registered ones, under `kubernetes.io`. */
export interface KubernetesClaims {
  readonly namespace?: string;
  readonly serviceaccount?: ClaimRef;
  readonly pod?: ClaimRef;
  readonly secret?: ClaimRef;
  readonly node?: ClaimRef;
  /**
   * Time in seconds since 1970 after which kube-apiserver reports the token as stale
   * (pkg/serviceaccount/claims.go): its client should have fetched a newer one.
   */
  readonly warnafter?: number;
}

/** Claims of a token of a service account. */
export interface TokenClaims extends JWTPayload {
  readonly "kubernetes.io"?: KubernetesClaims;
}

/** Issuer of tokens in Secrets, which have their own claims. */
export const LEGACY_ISSUER = "kubernetes/serviceaccount";

interface BoundClaimsInput {
  readonly account: KubeObject;
  readonly pod?: KubeObject | undefined;
  readonly secret?: KubeObject | undefined;
  readonly node?: KubeObject | undefined;
  readonly audiences: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
  readonly expirationSeconds: number;
  /** Seconds from now until the token counts as stale. Undefined if it never does. */
  readonly warnAfterSeconds?: number | undefined;
  /** ID of the token: `jti`. */
  readonly id: string;
}

/** Returns the claims of a token for TokenRequest. The signing code adds the issuer. */
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

/**
 * Returns the claims of a token in a Secret. The token never expires, and is invalid when its Secret is
 * deleted.
 */
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

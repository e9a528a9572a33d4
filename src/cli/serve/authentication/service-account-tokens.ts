import { existsSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate, type TellOfMode, writePrivate } from "../../../disk/private-files.ts";
import { messageOf } from "../../../report/describe-error.ts";
import {
  newSigningKeyPem,
  readSigningKey,
  readVerifyingKeys,
  type SigningKey,
  type VerifyingKey,
} from "../../../server/service-accounts/keys.ts";
import { createTokenIssuer, type TokenIssuer } from "../../../server/service-accounts/token-issuer.ts";
import { durationFlag } from "../../duration-flag.ts";
import { readNamed } from "../../read-named.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

const DEFAULT_ISSUER = "https://kubernetes.default.svc";
const SHORTEST_MAX_SECONDS = 3600;

/** Issuers of tokens of service accounts; the first one is used. */
export const issuersIn = ({ serviceAccountIssuer: issuers }: ServeFlags): readonly string[] =>
  issuers.length === 0 ? [DEFAULT_ISSUER] : issuers;

/** Returns the audiences that tokens must have. */
export const audiencesIn = (flags: ServeFlags): readonly string[] =>
  flags.apiAudiences.length === 0 ? issuersIn(flags) : flags.apiAudiences;

/**
 * Returns the issuer of service account tokens from flags; without a signing key one is created and kept with
 * the certificates.
 */
export async function tokenIssuerOf(flags: ServeFlags, tellOfMode: TellOfMode): Promise<TokenIssuer> {
  const { serviceAccountJwksUri: keysUri } = flags;
  const maxExpirationSeconds = maxExpirationOf(flags.serviceAccountMaxTokenExpiration);
  return createTokenIssuer({
    issuers: issuersIn(flags),
    audiences: audiencesIn(flags),
    signingKey: await signingKeyOf(flags, tellOfMode),
    verifyingKeys: await verifyingKeysOf(flags.serviceAccountKeyFile),
    ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    ...(keysUri === undefined ? {} : { keysUri }),
    extendExpiration: flags.serviceAccountExtendTokenExpiration !== "false",
  });
}

async function signingKeyOf(flags: ServeFlags, tellOfMode: TellOfMode): Promise<SigningKey> {
  const flag = "--service-account-signing-key-file";
  const named = flags.serviceAccountSigningKeyFile;
  const file = named ?? join(flags.certDir ?? join(flags.dataDir, "certs"), "sa.key");
  if (named === undefined) {
    keepPrivate(file, tellOfMode);
    if (!existsSync(file)) await writePrivate(file, newSigningKeyPem());
  }
  const pem = await readNamed(file, flag);
  return withPlace(flag, file, () => readSigningKey(pem));
}

async function verifyingKeysOf(files: readonly string[]): Promise<VerifyingKey[]> {
  const flag = "--service-account-key-file";
  const keys = files.map(async (file) => {
    const pem = await readNamed(file, flag);
    return withPlace(flag, file, () => readVerifyingKeys(pem));
  });
  return (await Promise.all(keys)).flat();
}

/** Errors about keys name flag and file, never what is in it. */
function withPlace<T>(flag: string, file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${flag}: ${file} has no usable key: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * Returns the limit in seconds; 0: no limit. Throws in the words of the reference
 * (pkg/controlplane/apiserver/options/options.go, Complete).
 */
export function maxExpirationOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = durationFlag("--service-account-max-token-expiration", text) / 1000;
  if (seconds !== 0 && (seconds < SHORTEST_MAX_SECONDS || seconds > 2 ** 32))
    throw new Error("the service-account-max-token-expiration must be between 1 hour and 2^32 seconds");
  return Math.floor(seconds);
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import { keepPrivate, type TellOfMode, writePrivate } from "../../../disk/private-files.ts";
import { inContext } from "../../../report/in-context.ts";
import {
  newSigningKeyPem,
  readSigningKey,
  readVerifyingKeys,
  type SigningKey,
  type VerifyingKey,
} from "../../../server/service-accounts/keys.ts";
import { createTokenIssuer, type TokenIssuer } from "../../../server/service-accounts/token-issuer.ts";
import { readNamed } from "../../read-named.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";

/** Returns the audiences that tokens must have. */
export const audiencesIn = (flags: ServeFlags): readonly string[] =>
  flags.apiAudiences.length === 0 ? flags.serviceAccountIssuer : flags.apiAudiences;

/**
 * Returns the issuer of service account tokens from flags; without a signing key one is created and kept with
 * the certificates.
 */
export async function tokenIssuerOf(flags: ServeFlags, tellOfMode: TellOfMode): Promise<TokenIssuer> {
  const { serviceAccountJwksUri: keysUri, serviceAccountMaxTokenExpiration: maxExpirationSeconds } = flags;
  const signingKey = await signingKeyOf(flags, tellOfMode);
  return createTokenIssuer({
    issuers: flags.serviceAccountIssuer,
    audiences: audiencesIn(flags),
    signingKey: () => signingKey,
    verifyingKeys: await verifyingKeysOf(flags.serviceAccountKeyFile),
    ...(maxExpirationSeconds === undefined ? {} : { maxExpirationSeconds }),
    ...(keysUri === undefined ? {} : { keysUri }),
    extendExpiration: flags.serviceAccountExtendTokenExpiration,
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
  return inContext(noKey(flag, file), () => readSigningKey(pem));
}

async function verifyingKeysOf(files: readonly string[]): Promise<VerifyingKey[]> {
  const flag = "--service-account-key-file";
  const keys = files.map(async (file) => {
    const pem = await readNamed(file, flag);
    return inContext(noKey(flag, file), () => readVerifyingKeys(pem));
  });
  return (await Promise.all(keys)).flat();
}

/** Errors about keys name flag and file, never what is in it. */
const noKey = (flag: string, file: string): string => `${flag}: ${file} has no usable key`;

import type { ServeFlags } from "./serve-flags.ts";

/** The flags that begin with `--oidc-`. */
export type OidcFlags = Pick<
  ServeFlags,
  | "oidcCaFile"
  | "oidcClientId"
  | "oidcGroupsClaim"
  | "oidcGroupsPrefix"
  | "oidcIssuerUrl"
  | "oidcRequiredClaim"
  | "oidcSigningAlgs"
  | "oidcUsernameClaim"
  | "oidcUsernamePrefix"
>;

/** True if one of the flags was given. */
export const hasOidcFlags = (flags: OidcFlags): boolean =>
  [
    flags.oidcCaFile,
    flags.oidcClientId,
    flags.oidcGroupsClaim,
    flags.oidcGroupsPrefix,
    flags.oidcIssuerUrl,
    flags.oidcUsernameClaim,
    flags.oidcUsernamePrefix,
    flags.oidcRequiredClaim[0],
    flags.oidcSigningAlgs[0],
  ].some((value) => value !== undefined);

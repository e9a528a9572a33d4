import type { ServeFlags } from "../flags/serve-flags.ts";

/** True if one of the flags that begin with `--oidc-` was given. */
export const hasOidcFlags = (flags: ServeFlags["oidc"]): boolean =>
  Object.values(flags)
    .flat()
    .some((value) => value !== undefined);

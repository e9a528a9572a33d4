import { authenticationOf } from "./authentication-options.ts";
import { authorizationOf } from "./authorization-options.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** Throws what a server that is started with these flags says about authentication and authorization. */
export async function checkAccess(flags: ServeFlags): Promise<void> {
  const authentication = await authenticationOf(flags, () => {});
  authentication.close();
  const authorization = await authorizationOf(flags, () => {});
  authorization.close();
}

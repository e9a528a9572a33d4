import { authenticationOf } from "../authentication/authentication-options.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { authorizationOf } from "./authorization-options.ts";

/**
 * Throws the errors about authentication and authorization that a server with these flags reports at its
 * start.
 */
export async function checkAccess(flags: ServeFlags): Promise<void> {
  const certificates = { ca: { cert: "", key: "" } };
  const authentication = await authenticationOf({ flags, log: () => {}, certificates });
  authentication.close();
  const authorization = await authorizationOf(flags, () => {});
  authorization.close();
}

import { authenticationOf } from "./authentication-options.ts";
import type { ServeFlags } from "./serve-flags.ts";

/** Throws what a server that is started with these flags says about authentication and authorization. */
export async function checkAccess(flags: ServeFlags): Promise<void> {
  const { close } = await authenticationOf(flags, () => {});
  close();
}

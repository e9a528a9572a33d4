import type { AuthorizationMode } from "../../../server/authorize/authorizer-chain.ts";
import type { Log } from "../../../server/log.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import type { OpenAuthorization } from "./open-authorization.ts";

const PLAIN: readonly AuthorizationMode[] = ["RBAC", "Node", "AlwaysAllow", "AlwaysDeny"];

/** Opens the authorizers that the flags name. Code that a server does not use is not loaded. */
export async function authorizationOf(flags: ServeFlags, log: Log): Promise<OpenAuthorization> {
  const modes = plainModes(flags);
  if (modes !== undefined) return { authorizationModes: modes, close: () => {} };
  const { openAuthorization } = await import("./authorization.ts");
  return openAuthorization(flags, log);
}

/** Returns undefined if files have to be read, or if a flag is wrong. */
function plainModes(flags: ServeFlags): readonly AuthorizationMode[] | undefined {
  const { authorizationMode: names, authorizationConfig, authorizationPolicyFile } = flags;
  const given = [authorizationConfig, authorizationPolicyFile, flags.authorizationWebhookConfigFile];
  if (given.some((file) => file !== undefined)) return undefined;
  const modes = names.flatMap((name) => PLAIN.filter((mode) => mode === name));
  if (modes.length < names.length || new Set(modes).size < modes.length) return undefined;
  return modes.length === 0 ? ["RBAC"] : modes;
}

import type { UserInfo } from "../../../api/meta.ts";
import { goTexts, isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { AuthenticateToken, TokenOwner } from "../../../server/authenticate/authenticate-token.ts";
import { rememberTokens } from "../../../server/authenticate/authenticate-token.ts";
import type { Log } from "../../../server/log.ts";
import type { ServeFlags } from "../flags/serve-flags.ts";
import { tokenReviewKind } from "../reviews/review-kinds.ts";
import { openReviewWebhook } from "../reviews/review-webhook.ts";

/** The reference's own time for kubeconfigs, which cannot name one. */
const TIMEOUT_MS = 30_000;

/** Opens a service that validates tokens (apiserver/plugin/pkg/authenticator/token/webhook/webhook.go). */
export function openTokenWebhook(
  path: string,
  flags: Pick<ServeFlags, "authenticationTokenWebhookVersion" | "authenticationTokenWebhookCacheTtl">,
  { audiences: own, log }: { readonly audiences: readonly string[]; readonly log: Log },
): { readonly authenticate: AuthenticateToken; close(): void } {
  const version = flags.authenticationTokenWebhookVersion;
  const ttlMs = flags.authenticationTokenWebhookCacheTtl;
  const webhook = openReviewWebhook(path, tokenReviewKind(version), { timeoutMs: TIMEOUT_MS });
  if (version !== "v1" && version !== "v1beta1") {
    webhook.close();
    throw new Error(
      `unsupported authentication webhook version ${JSON.stringify(version)}, supported versions are "v1", "v1beta1"`,
    );
  }
  const ask: AuthenticateToken = async (token, audiences = own) => {
    const spec = { token, audiences: [...audiences] };
    try {
      const status = await webhook.ask({ metadata: {}, spec, status: { user: {} } });
      return ownerOf(status, audiences, own);
    } catch (error) {
      const problem = messageOf(error);
      log("error", "Failed to make webhook authenticator request", { error: problem });
      return { problem };
    }
  };
  return {
    authenticate: rememberTokens(ask, { acceptedMs: ttlMs, refusedMs: ttlMs, now: Date.now }),
    close: () => webhook.close(),
  };
}

/** If the service returns no audiences, those of this server are used. */
function ownerOf(status: JsonObject, wanted: readonly string[], own: readonly string[]): TokenOwner {
  const said = goTexts(status.audiences);
  const given = said.length > 0 ? said : own;
  const audiences = wanted.filter((audience) => given.includes(audience));
  if (audiences.length === 0) return undefined;
  if (status.authenticated === true) return { user: userOf(status.user), audiences };
  return typeof status.error === "string" && status.error !== "" ? { problem: status.error } : undefined;
}

function userOf(value: Json | undefined): UserInfo {
  const { username, uid, groups, extra } = isJsonObject(value) ? value : {};
  const more = isJsonObject(extra) ? Object.entries(extra).map(([key, item]) => [key, goTexts(item)]) : [];
  return {
    username: typeof username === "string" ? username : "",
    ...(typeof uid === "string" && uid !== "" ? { uid } : {}),
    groups: goTexts(groups),
    ...(more.length === 0 ? {} : { extra: Object.fromEntries(more) }),
  };
}

import { timingSafeEqual } from "node:crypto";
import type { KubeObject } from "../../api/meta.ts";
import { goTimeMs } from "../../go/time.ts";
import { getKey } from "../../json/object.ts";
import { isJsonObject } from "../../json/value.ts";
import type { StoredLookup } from "../handle/read/stored-lookup.ts";
import type { AuthenticateToken, TokenOwner } from "./authenticate-token.ts";

const TYPE = "bootstrap.kubernetes.io/token";
const DEFAULT_GROUP = "system:bootstrappers";
const EXTRA_GROUP = /^system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]$/;

/**
 * An authenticator for tokens `id.secret` from Secrets `bootstrap-token-id` in kube-system
 * (kubernetes/plugin/pkg/auth/authenticator/token/bootstrap/bootstrap.go).
 */
export function bootstrapToken(stored: StoredLookup["stored"], now: () => number): AuthenticateToken {
  return async (token) => {
    const [, id, secret] = /^([a-z0-9]{6})\.([a-z0-9]{16})$/.exec(token) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const found = await stored("secrets", "kube-system", `bootstrap-token-${id}`);
    return found === undefined ? undefined : ownerOf(found, { id, secret }, now());
  };
}

function ownerOf(
  object: KubeObject,
  { id, secret }: { readonly id: string; readonly secret: string },
  now: number,
): TokenOwner {
  if (object.metadata.deletionTimestamp !== undefined || object.type !== TYPE) return undefined;
  const value = dataOf(object);
  if (!isEqual(value("token-secret"), secret) || value("token-id") !== id) return undefined;
  if (isOver(value("expiration"), now) || value("usage-bootstrap-authentication") !== "true")
    return undefined;
  const extra = value("auth-extra-groups");
  const groups = extra === "" ? [] : extra.split(",");
  if (!groups.every((group) => EXTRA_GROUP.test(group))) return undefined;
  const all = [...new Set([DEFAULT_GROUP, ...groups])].sort();
  return { user: { username: `system:bootstrap:${id}`, groups: all }, audiences: [] };
}

function dataOf({ data }: KubeObject): (name: string) => string {
  return (name) => {
    const value = isJsonObject(data) ? getKey(data, name) : undefined;
    return typeof value === "string" ? Buffer.from(value, "base64").toString() : "";
  };
}

function isEqual(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Returns true if a time has passed, or cannot be parsed (cluster-bootstrap/util/secrets/secrets.go,
 * GetExpiration).
 */
function isOver(expiration: string, now: number): boolean {
  if (expiration === "") return false;
  const endsAt = goTimeMs(expiration);
  return endsAt === undefined || endsAt <= now;
}

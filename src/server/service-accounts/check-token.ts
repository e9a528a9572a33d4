import type { KubeObject, UserInfo } from "../../api/meta.ts";
import { quote } from "../../go/quote.ts";
import { record } from "../../json/value.ts";
import type { AuthenticateToken } from "../authenticate/authenticate-token.ts";
import { serviceAccountGroups, serviceAccountUsername } from "../authenticate/user-names.ts";
import { type ClaimRef, type KubernetesClaims, LEGACY_ISSUER, type TokenClaims } from "./claims.ts";
import type { TokenIssuer } from "./token-issuer.ts";

/** Stored objects that tokens refer to. */
export interface TokenLookup {
  get(
    plural: "serviceaccounts" | "secrets" | "pods" | "nodes",
    namespace: string,
    name: string,
  ): Promise<KubeObject | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The user of a token, or the reason why it is no longer valid. */
type TokenVerdict = { readonly user: UserInfo } | { readonly problem: string };

/** Tolerance in seconds. Clocks differ, and deleted objects do not disappear at once. */
const LEEWAY_SECONDS = 60;
const INVALIDATED = "service account token has been invalidated";

/** Checks the times of a token, and that its account and all objects that it is bound to still exist. */
async function checkToken(lookup: TokenLookup, claims: TokenClaims, token: string): Promise<TokenVerdict> {
  const problem = timeProblem(claims, lookup.now() / 1000);
  if (problem !== undefined) return { problem };
  return claims.iss === LEGACY_ISSUER ? checkLegacy(lookup, claims, token) : checkBound(lookup, claims);
}

function timeProblem({ exp, nbf, iat }: TokenClaims, now: number): string | undefined {
  if (nbf !== undefined && now + LEEWAY_SECONDS < nbf) return "service account token is not valid yet";
  if (exp !== undefined && now - LEEWAY_SECONDS > exp) return "service account token has expired";
  if (iat !== undefined && now + LEEWAY_SECONDS < iat) return "service account token is issued in the future";
  return undefined;
}

async function checkBound(lookup: TokenLookup, claims: TokenClaims): Promise<TokenVerdict> {
  const own = claims["kubernetes.io"] ?? {};
  const { namespace = "", serviceaccount = {}, pod, secret, node } = own;
  const problem =
    (await accountProblem(lookup, namespace, serviceaccount)) ??
    (secret && (await boundProblem(lookup, "secret", namespace, secret))) ??
    (pod && (await boundProblem(lookup, "pod", namespace, pod))) ??
    // A pod's token contains the name of the pod's node; it is not bound to that node.
    (pod === undefined && node && (await boundProblem(lookup, "node", "", node)));
  return typeof problem === "string" ? { problem } : { user: userOf(own, claims.jti) };
}

/** Returns the problem with the account of a token. That of a token in a Secret has other words, in another order. */
async function accountProblem(
  lookup: TokenLookup,
  namespace: string,
  { name = "", uid = "" }: ClaimRef,
  isLegacy = false,
): Promise<string | undefined> {
  const account = await lookup.get("serviceaccounts", namespace, name);
  if (account === undefined) return `serviceaccounts ${quote(name)} not found`;
  const what = isLegacy ? "ServiceAccount" : "service account";
  const isOther = account.metadata.uid !== uid;
  const isGone = isLongDeleted(lookup, account);
  if (isGone && (isLegacy || !isOther)) return `${what} ${namespace}/${name} has been deleted`;
  return isOther ? `${what} UID (${account.metadata.uid}) does not match claim (${uid})` : undefined;
}

async function boundProblem(
  lookup: TokenLookup,
  kind: "secret" | "pod" | "node",
  namespace: string,
  { name = "", uid = "" }: ClaimRef,
): Promise<string | undefined> {
  const object = await lookup.get(`${kind}s`, namespace, name);
  if (object === undefined) return INVALIDATED;
  if (object.metadata.uid !== uid)
    return `${kind} UID (${object.metadata.uid}) does not match service account ${kind} ref claim (${uid})`;
  return isLongDeleted(lookup, object) ? INVALIDATED : undefined;
}

function isLongDeleted({ now }: TokenLookup, { metadata: { deletionTimestamp } }: KubeObject): boolean {
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now() - LEEWAY_SECONDS * 1000;
}

const EXTRA = "authentication.kubernetes.io/";

function userOf({ namespace = "", serviceaccount = {}, pod, node }: KubernetesClaims, id?: string): UserInfo {
  const values: [string, string | undefined][] = [
    ["credential-id", id === undefined || id === "" ? undefined : `JTI=${id}`],
    ["node-name", node?.name],
    ["node-uid", node?.uid],
    ["pod-name", pod?.name],
    ["pod-uid", pod?.uid],
  ];
  const extra = Object.fromEntries(
    values.filter(([, value]) => value !== undefined).map(([key, value]) => [EXTRA + key, [value ?? ""]]),
  );
  const user = accountUser(namespace, serviceaccount);
  return Object.keys(extra).length === 0 ? user : { ...user, extra };
}

function accountUser(namespace: string, { name = "", uid }: ClaimRef): UserInfo {
  return {
    username: serviceAccountUsername(namespace, name),
    ...(uid === undefined ? {} : { uid }),
    groups: serviceAccountGroups(namespace),
  };
}

/** Checks a token from a Secret. It is valid as long as the Secret contains this token. */
async function checkLegacy(lookup: TokenLookup, claims: TokenClaims, token: string): Promise<TokenVerdict> {
  const claim = (name: string): string => String(claims[`${LEGACY_ISSUER}/${name}`] ?? "");
  const [namespace, secretName] = [claim("namespace"), claim("secret.name")];
  const [name, uid] = [claim("service-account.name"), claim("service-account.uid")];
  const missing = missingClaim({
    sub: claims.sub ?? "",
    namespace,
    secretName,
    serviceAccountName: name,
    serviceAccountUID: uid,
  });
  if (missing !== undefined) return { problem: `${missing} claim is missing` };
  if (claims.sub !== serviceAccountUsername(namespace, name)) return { problem: "sub claim is invalid" };
  const secret = await lookup.get("secrets", namespace, secretName);
  if (secret === undefined || isLongDeleted(lookup, secret)) return { problem: "Token has been invalidated" };
  const stored = record(secret.data).token;
  if (stored !== Buffer.from(token).toString("base64"))
    return { problem: "Token does not match server's copy" };
  const problem = await accountProblem(lookup, namespace, { name, uid }, true);
  return problem === undefined ? { user: accountUser(namespace, { name, uid }) } : { problem };
}

const missingClaim = (claims: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(claims).find((name) => claims[name] === "");

/** An authenticator for tokens of service accounts. */
export function tokenAuthentication(issuer: TokenIssuer, lookup: TokenLookup): AuthenticateToken {
  return async (token, wanted = issuer.audiences) => {
    const read = await issuer.read(token);
    if (read === undefined || "problem" in read) return read;
    const given = audiencesOf(read.claims.aud, issuer);
    const audiences = given.filter((audience) => wanted.includes(audience));
    if (audiences.length === 0)
      return {
        problem: `token audiences ${list(given)} is invalid for the target audiences ${list(wanted)}`,
      };
    const verdict = await checkToken(lookup, read.claims, token);
    return "problem" in verdict ? verdict : { user: verdict.user, audiences };
  };
}

/** Returns the audiences of a token. A token without audiences is for this server. */
function audiencesOf(aud: string | string[] | undefined, issuer: TokenIssuer): readonly string[] {
  const given = typeof aud === "string" ? [aud] : (aud ?? []);
  return given.length === 0 ? issuer.audiences : given;
}

const list = (texts: readonly string[]): string => `[${texts.map(quote).join(" ")}]`;

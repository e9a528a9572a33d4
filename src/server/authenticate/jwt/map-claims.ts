import type { UserInfo } from "../../../api/meta.ts";
import { once } from "../../../async/once.ts";
import { RESERVED_WORDS, unescapeName } from "../../../cel/kubernetes/unescape-name.ts";
import { CelDouble, CelError, CelMap, isList, type MapKey, type Value } from "../../../cel/values/values.ts";
import { getKey } from "../../../json/object.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { PrefixedClaimOrExpression } from "../../../types/tables/apiserver/v1-types.ts";
import { userWith } from "../user-names.ts";
import type { ClaimProgram } from "./claim-programs.ts";
import { boolClaim, TokenProblem, textClaim, textsClaim } from "./claims.ts";
import type { CompiledJwt, ConditionProgram } from "./validate-jwt.ts";

/**
 * Returns the user that the claims of a token describe. Throws a TokenProblem with the reference's text
 * (apiserver/plugin/pkg/authenticator/token/oidc/oidc.go, AuthenticateToken).
 */
export function mapClaims(compiled: CompiledJwt, claims: JsonObject): UserInfo {
  const variables = once(() => ({ claims: claimValue(claims) }));
  const user = userOf(compiled, claims, variables);
  checkRequired(compiled, claims);
  within("oidc: error evaluating claim validation expression", () =>
    checkConditions(compiled.claimRules, variables),
  );
  const { username, uid = "", groups, extra = {} } = user;
  const asked = { user: { username, uid, groups, extra } };
  within("oidc: error evaluating user info validation rule", () =>
    checkConditions(compiled.userRules, () => asked),
  );
  return user;
}

type Variables = () => { readonly [name: string]: Value };

/** Runs `work`, and adds `what` to the message of a TokenProblem. */
function within<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TokenProblem) throw new TokenProblem(`${what}: ${messageOf(error)}`);
    throw error;
  }
}

function userOf(compiled: CompiledJwt, claims: JsonObject, variables: Variables): UserInfo {
  const username = usernameOf(compiled, claims, variables);
  const groups = groupsOf(compiled, claims, variables);
  const uid = uidOf(compiled, claims, variables);
  const extra = extraOf(compiled, claims, variables);
  return userWith(username, uid, [...groups], extra);
}

function run({ program, expression }: ClaimProgram, variables: Variables): Value {
  const { value } = program.run(variables());
  if (!(value instanceof CelError)) return value;
  throw new TokenProblem(`expression '${expression}' resulted in error: ${value.message}`);
}

function usernameOf(
  { username, configuration }: CompiledJwt,
  claims: JsonObject,
  variables: Variables,
): string {
  if (username !== undefined) {
    const name = within("oidc: error evaluating username claim expression", () => {
      const value = run(username, variables);
      if (typeof value === "string") return value;
      throw new TokenProblem("username claim expression must return a string");
    });
    if (name === "") throw new TokenProblem("oidc: empty username via CEL expression is not allowed");
    return name;
  }
  const { claim, prefix = "" } = configuration.claimMappings.username;
  const name = within(`oidc: parse username claims "${claim}"`, () => textClaim(claims, claim));
  if (claim === "email" && getKey(claims, "email_verified") !== undefined) {
    const isVerified = within("oidc: parse 'email_verified' claim", () =>
      boolClaim(claims, "email_verified"),
    );
    if (!isVerified) throw new TokenProblem("oidc: email not verified");
  }
  return prefix + name;
}

function groupsOf({ groups, configuration }: CompiledJwt, claims: JsonObject, variables: Variables) {
  const mapping = configuration.claimMappings.groups;
  if (mapping.claim !== "" && getKey(claims, mapping.claim) !== undefined)
    return claimedGroups(mapping, claims);
  if (groups === undefined) return [];
  return within("oidc: error evaluating group claim expression", () =>
    textsOf(run(groups, variables), groups),
  );
}

function claimedGroups(
  { claim, prefix = "" }: PrefixedClaimOrExpression,
  claims: JsonObject,
): readonly string[] {
  const names = within(`oidc: parse groups claim "${claim}"`, () => textsClaim(claims, claim));
  return names.map((name) => prefix + name);
}

function uidOf({ uid, configuration }: CompiledJwt, claims: JsonObject, variables: Variables): string {
  const { claim } = configuration.claimMappings.uid;
  if (claim !== "") return within(`oidc: parse uid claim "${claim}"`, () => textClaim(claims, claim));
  if (uid === undefined) return "";
  return within("oidc: error evaluating uid claim expression", () => {
    const value = run(uid, variables);
    if (typeof value === "string") return value;
    throw new TokenProblem("uid claim expression must return a string");
  });
}

function extraOf({ extra }: CompiledJwt, claims: JsonObject, variables: Variables): Record<string, string[]> {
  const { jti } = claims;
  const found: Record<string, string[]> = {};
  if (typeof jti === "string" && jti !== "")
    found["authentication.kubernetes.io/credential-id"] = [`JTI=${jti}`];
  const values = extra.map((program) => ({ program, value: run(program, variables) }));
  for (const { program, value } of values) {
    const texts = within(`oidc: error evaluating extra claim expression: ${program.expression}`, () =>
      textsOf(value, program),
    );
    if (texts.length > 0) found[program.key] = texts;
  }
  return found;
}

/** Returns one string or a list of strings. Empty strings count as absent. */
function textsOf(value: Value, { isSplit }: ClaimProgram): string[] {
  if (value === null) return [];
  if (isSplit) throw new TokenProblem(NO_TEXTS);
  const items = isList(value) ? value : [value];
  return items.filter(mustBeText).filter((item) => item !== "");
}

const NO_TEXTS = "expression must return a string or a list of strings";

function mustBeText(value: Value): value is string {
  if (typeof value === "string") return true;
  throw new TokenProblem(NO_TEXTS);
}

function checkRequired({ configuration }: CompiledJwt, claims: JsonObject): void {
  for (const { claim, requiredValue } of configuration.claimValidationRules) {
    if (claim === "") continue;
    if (getKey(claims, claim) === undefined)
      throw new TokenProblem(`oidc: required claim ${claim} not present in ID token`);
    const value = within(`oidc: parse claim ${claim}`, () => textClaim(claims, claim));
    if (value !== requiredValue)
      throw new TokenProblem(
        `oidc: required claim ${claim} value does not match. Got = ${value}, want = ${requiredValue}`,
      );
  }
}

/** Evaluates all rules before the first violated one is reported. */
function checkConditions(rules: readonly ConditionProgram[], variables: Variables): void {
  const results = rules.map((rule) => ({ rule, value: run(rule, variables) }));
  for (const { rule, value } of results) {
    if (typeof value !== "boolean") throw new TokenProblem("validation expression must return a boolean");
    if (!value) throw new TokenProblem(`validation expression '${rule.expression}' failed: ${rule.message}`);
  }
}

type Entry = { readonly key: Value; readonly value: Value };

/** Map that also finds keys that are not identifiers by their escaped names: `claims.example__dot__com`. */
class EscapedEntries extends Map<MapKey, Entry> {
  override get(key: MapKey): Entry | undefined {
    return super.get(key) ?? super.get(plain(key));
  }

  override has(key: MapKey): boolean {
    return super.has(key) || super.has(plain(key));
  }
}

const plain = (key: MapKey): MapKey => (typeof key === "string" ? (unescapeName(key) ?? key) : key);

/** Converts a document to a value for expressions. Go parses every number in JSON as a float. */
function claimValue(value: Json): Value {
  if (typeof value === "number" || typeof value === "bigint") return new CelDouble(Number(value));
  if (Array.isArray(value)) return value.map(claimValue);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, claimValue(item ?? null)] as const);
  if (!entries.some(([key]) => needsEscape(key))) return Object.fromEntries(entries);
  return new CelMap(new EscapedEntries(entries.map(([key, item]) => [key, { key, value: item }])));
}

const needsEscape = (key: string): boolean => RESERVED_WORDS.has(key) || /[./-]|__/.test(key);

import { FieldReport } from "../../../api/validation/field-report.ts";
import { parseCaBundle } from "../../../crypto/x509/ca-bundle.ts";
import { quote } from "../../../go/quote.ts";
import { trimEnd } from "../../../go/trim-text.ts";
import { type GoUrl, parseGoUrl } from "../../../go/url.ts";
import { checkDomainPrefixedPath } from "../../../resources/kinds/shared/values/domain-path.ts";
import type {
  ClaimMappings,
  ClaimValidationRule,
  Issuer,
  JWTAuthenticator,
  PrefixedClaimOrExpression,
} from "../../../types/tables/apiserver/v1-types.ts";
import { type ClaimProgram, type ClaimUse, compileClaims } from "./claim-programs.ts";

/** An issuer's configuration with its expressions compiled. */
export interface CompiledJwt {
  readonly configuration: JWTAuthenticator;
  readonly username: ClaimProgram | undefined;
  readonly groups: ClaimProgram | undefined;
  readonly uid: ClaimProgram | undefined;
  readonly extra: readonly (ClaimProgram & { readonly key: string })[];
  readonly claimRules: readonly ConditionProgram[];
  readonly userRules: readonly ConditionProgram[];
}

/** A compiled expression that must be true, and the message if it is false. */
export type ConditionProgram = ClaimProgram & { readonly message: string };

/** Maximum number of issuers in one configuration. */
const MOST_ISSUERS = 64;

/**
 * Compiles all issuers of a configuration. Problems are added to the report of the field `jwt`
 * (apiserver/pkg/apis/apiserver/validation/validation.go, ValidateAuthenticationConfiguration).
 */
export function compileJwt(
  configurations: readonly JWTAuthenticator[],
  at: FieldReport = new FieldReport("jwt"),
): readonly CompiledJwt[] {
  if (configurations.length > MOST_ISSUERS) {
    at.tooMany(configurations.length, MOST_ISSUERS);
    return [];
  }
  const issuers = new Set<string>();
  const documents = new Set<string>();
  return configurations.map((configuration, index) => {
    const here = at.index(index);
    const compiled = compileOne(configuration, here);
    const { url, discoveryURL } = configuration.issuer;
    unique(issuers, url, here.child("issuer").child("url"));
    if (discoveryURL !== "") unique(documents, discoveryURL, here.child("issuer").child("discoveryURL"));
    return compiled;
  });
}

/** Remembers a value. Returns false and reports an error if the value is a duplicate. */
function unique(seen: Set<string>, value: string, at: FieldReport): boolean {
  const isNew = !seen.has(value);
  if (!isNew) at.duplicate(value);
  seen.add(value);
  return isNew;
}

function compileOne(configuration: JWTAuthenticator, at: FieldReport): CompiledJwt {
  checkIssuer(configuration.issuer, at.child("issuer"));
  const claimRules = compileRules(configuration.claimValidationRules, at.child("claimValidationRules"));
  const mappings = compileMappings(configuration.claimMappings, claimRules, at.child("claimMappings"));
  const userRules = compileUserRules(configuration.userValidationRules, at.child("userValidationRules"));
  return { configuration, ...mappings, claimRules, userRules };
}

function checkIssuer(issuer: Issuer, at: FieldReport): void {
  const { url, discoveryURL, certificateAuthority: pem, egressSelectorType: egress } = issuer;
  if (url === "") at.child("url").required();
  else checkUrl(url, at.child("url"));
  if (discoveryURL !== "") {
    const document = at.child("discoveryURL");
    if (url !== "" && trimEnd(url, "/") === trimEnd(discoveryURL, "/"))
      document.invalid(discoveryURL, "discoveryURL must be different from URL");
    checkUrl(discoveryURL, document);
  }
  checkAudiences(issuer, at);
  const bundle = pem === "" ? undefined : parseCaBundle(pem);
  if (bundle?.kind === "error") at.child("certificateAuthority").invalid("<omitted>", NO_CERTIFICATES);
  if (egress !== "" && egress !== "controlplane" && egress !== "cluster")
    at.child("egressSelectorType").invalid(egress, "egress selector must be either controlplane or cluster");
}

const NO_CERTIFICATES = "data does not contain any valid RSA or ECDSA certificates";

function checkUrl(text: string, at: FieldReport): void {
  const url = parseGoUrl(text);
  if ("error" in url) at.invalid(text, url.error);
  else for (const problem of urlProblems(url)) at.invalid(text, problem);
}

function urlProblems({ scheme, user, query, fragment }: GoUrl): readonly string[] {
  return [
    ...(scheme === "https" ? [] : ["URL scheme must be https"]),
    ...(user === undefined ? [] : ["URL must not contain a username or password"]),
    ...(query === "" ? [] : ["URL must not contain a query"]),
    ...(fragment === "" ? [] : ["URL must not contain a fragment"]),
  ];
}

function checkAudiences({ audiences, audienceMatchPolicy: policy }: Issuer, at: FieldReport): void {
  const list = at.child("audiences");
  if (audiences.length === 0) {
    list.required(`at least one ${list} is required`);
    return;
  }
  const seen = new Set<string>();
  audiences.forEach((audience, index) => {
    if (audience === "") list.index(index).required();
    unique(seen, audience, list.index(index));
  });
  const match = at.child("audienceMatchPolicy");
  if (audiences.length > 1 && policy !== "MatchAny")
    match.invalid(policy, "audienceMatchPolicy must be MatchAny for multiple audiences");
  if (audiences.length === 1 && policy !== "" && policy !== "MatchAny")
    match.invalid(policy, "audienceMatchPolicy must be empty or MatchAny for single audience");
}

const CLAIMS: ClaimUse = { variable: "claims", isCondition: false };
const CLAIM_CONDITION: ClaimUse = { variable: "claims", isCondition: true };
const USER_CONDITION: ClaimUse = { variable: "user", isCondition: true };

function compiled(expression: string, use: ClaimUse, at: FieldReport): ClaimProgram | undefined {
  const made = compileClaims(expression, use);
  if (made.kind === "program") return made;
  at.invalid(expression, made.text);
  return undefined;
}

function compileRules(rules: readonly ClaimValidationRule[], at: FieldReport): readonly ConditionProgram[] {
  const claims = new Set<string>();
  const expressions = new Set<string>();
  return rules.flatMap((rule, index) => {
    const here = at.index(index);
    const { claim, expression, message, requiredValue } = rule;
    if (claim !== "" && expression !== "") here.invalid(claim, "claim and expression can't both be set");
    else if (claim === "" && expression === "") here.required("claim or expression is required");
    else if (claim !== "") {
      if (message !== "") here.child("message").invalid(message, "may not be specified when claim is set");
      unique(claims, claim, here.child("claim"));
    } else {
      if (requiredValue !== "")
        here.child("requiredValue").invalid(requiredValue, "may not be specified when expression is set");
      return condition(rule, CLAIM_CONDITION, expressions, here.child("expression"));
    }
    return [];
  });
}

function compileUserRules(
  rules: JWTAuthenticator["userValidationRules"],
  at: FieldReport,
): readonly ConditionProgram[] {
  const expressions = new Set<string>();
  return rules.flatMap((rule, index) => {
    const here = at.index(index).child("expression");
    if (rule.expression !== "") return condition(rule, USER_CONDITION, expressions, here);
    here.required();
    return [];
  });
}

/** Compiles the condition of a rule, and reports duplicates. */
function condition(
  { expression, message }: { readonly expression: string; readonly message: string },
  use: ClaimUse,
  seen: Set<string>,
  at: FieldReport,
): readonly ConditionProgram[] {
  if (!unique(seen, expression, at)) return [];
  const program = compiled(expression, use, at);
  return program === undefined ? [] : [{ ...program, message }];
}

type Mappings = Pick<CompiledJwt, "username" | "groups" | "uid" | "extra">;

function compileMappings(
  mappings: ClaimMappings,
  claimRules: readonly ConditionProgram[],
  at: FieldReport,
): Mappings {
  const username = compilePrefixed(mappings.username, true, at.child("username"));
  const groups = compilePrefixed(mappings.groups, false, at.child("groups"));
  const uid = compileUid(mappings.uid, at.child("uid"));
  const extra = compileExtra(mappings.extra, at.child("extra"));
  const verified = [username, ...extra, ...claimRules].some((program) => program?.usesEmailVerified === true);
  if (username?.usesEmail === true && !verified)
    at.child("username").child("expression").invalid(mappings.username.expression, UNVERIFIED);
  return { username, groups, uid, extra };
}

const UNVERIFIED =
  "claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression";
const NOT_BOTH = "claim and expression can't both be set";

function compilePrefixed(
  { claim, prefix, expression }: PrefixedClaimOrExpression,
  isRequired: boolean,
  at: FieldReport,
): ClaimProgram | undefined {
  if (expression !== "" && claim !== "") at.invalid("", NOT_BOTH);
  else if (expression !== "") {
    if (prefix !== undefined)
      at.child("prefix").invalid(prefix, "may not be specified when expression is set");
    return compiled(expression, CLAIMS, at.child("expression"));
  } else if (claim === "" && isRequired) at.required("claim or expression is required");
  else if (claim !== "" && prefix === undefined)
    at.child("prefix").required(
      "prefix is required when claim is set. It can be set to an empty string to disable prefixing",
    );
  return undefined;
}

function compileUid({ claim, expression }: ClaimMappings["uid"], at: FieldReport): ClaimProgram | undefined {
  if (claim !== "" && expression !== "") at.invalid("", NOT_BOTH);
  else if (expression !== "") return compiled(expression, CLAIMS, at.child("expression"));
  return undefined;
}

function compileExtra(extra: ClaimMappings["extra"], list: FieldReport): CompiledJwt["extra"] {
  const keys = new Set<string>();
  return extra.flatMap(({ key, valueExpression }, index) => {
    const here = list.index(index);
    checkExtraKey(key, here.child("key"));
    if (!unique(keys, key, here.child("key"))) return [];
    const at = here.child("valueExpression");
    if (valueExpression === "") at.required();
    const program = valueExpression === "" ? undefined : compiled(valueExpression, CLAIMS, at);
    return program === undefined ? [] : [{ ...program, key }];
  });
}

function checkExtraKey(key: string, at: FieldReport): void {
  checkDomainPrefixedPath(key, at);
  if (key !== key.toLowerCase()) at.invalid(key, "must be lowercase");
  const domain = key.includes("/") ? key.slice(0, key.indexOf("/")) : "";
  if (["kubernetes.io", "k8s.io"].some((own) => domain === own || domain.endsWith(`.${own}`)))
    at.invalid(key, "k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use");
}

/** Formats a list of strings as Go does: `["a" "b"]`. */
export const quotedList = (texts: readonly string[]): string => `[${texts.map(quote).join(" ")}]`;

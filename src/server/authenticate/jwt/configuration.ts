import type { StructType } from "../../../admission/configuration/strict-decode.ts";
import { goRecords, goTexts, type JsonObject, membersOf, text } from "../../../json/value.ts";

/**
 * One issuer of tokens, and the rules for its claims (apiserver/pkg/apis/apiserver/types.go,
 * JWTAuthenticator).
 */
export interface JwtConfiguration {
  readonly issuer: JwtIssuer;
  readonly claimValidationRules: readonly ClaimRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly { readonly expression: string; readonly message: string }[];
}

/** `jwt[].issuer` of an AuthenticationConfiguration. */
export interface JwtIssuer {
  readonly url: string;
  /**
   * URL of the discovery document if it is not at the issuer's own address. May be empty, as all strings
   * here.
   */
  readonly discoveryURL: string;
  /** PEM. */
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
  readonly egressSelectorType: string;
}

/** `jwt[].claimValidationRules[]`: a claim with its value, or an expression with its message. */
export interface ClaimRule {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
}

/** A claim with a prefix, or an expression. */
export interface PrefixedMapping {
  readonly claim: string;
  /** Undefined if the configuration does not have it. */
  readonly prefix: string | undefined;
  readonly expression: string;
}

/** `jwt[].claimMappings`: the parts of the user. */
export interface ClaimMappings {
  readonly username: PrefixedMapping;
  readonly groups: PrefixedMapping;
  readonly uid: { readonly claim: string; readonly expression: string };
  readonly extra: readonly { readonly key: string; readonly valueExpression: string }[];
}

const TEXT = { kind: "string" } as const;

const mapping = (goName: string): StructType => ({
  goName,
  fields: {
    claim: TEXT,
    expression: TEXT,
    ...(goName === "PrefixedClaimOrExpression" ? { prefix: TEXT } : {}),
  },
});

/** The fields of an entry of `jwt`, by the version of the file. */
export function jwtFields(version: string): StructType {
  const part = (goName: string, fields: StructType["fields"]) =>
    ({ kind: "struct", goType: `${version}.${goName}`, of: { goName, fields } }) as const;
  const list = (goName: string, fields: StructType["fields"]) =>
    ({ kind: "list", goType: `[]${version}.${goName}`, of: { goName, fields } }) as const;
  const prefixed = {
    kind: "struct",
    goType: `${version}.PrefixedClaimOrExpression`,
    of: mapping("PrefixedClaimOrExpression"),
  } as const;
  return {
    goName: "JWTAuthenticator",
    fields: {
      issuer: part("Issuer", {
        url: TEXT,
        discoveryURL: TEXT,
        certificateAuthority: TEXT,
        audiences: { kind: "strings" },
        audienceMatchPolicy: { kind: "string", goType: `${version}.AudienceMatchPolicyType` },
        egressSelectorType: { kind: "string", goType: `${version}.EgressSelectorType` },
      }),
      claimValidationRules: list("ClaimValidationRule", {
        claim: TEXT,
        requiredValue: TEXT,
        expression: TEXT,
        message: TEXT,
      }),
      claimMappings: part("ClaimMappings", {
        username: prefixed,
        groups: prefixed,
        uid: {
          kind: "struct",
          goType: `${version}.ClaimOrExpression`,
          of: mapping("ClaimOrExpression"),
        },
        extra: list("ExtraMapping", { key: TEXT, valueExpression: TEXT }),
      }),
      userValidationRules: list("UserValidationRule", { expression: TEXT, message: TEXT }),
    },
  };
}

/** Returns an entry of `jwt` with defaults for all missing fields. Wrong types have been refused before. */
export function jwtConfigurationOf(given: JsonObject): JwtConfiguration {
  const issuer = membersOf<JsonObject>(given.issuer);
  const mappings = membersOf<JsonObject>(given.claimMappings);
  const uid = membersOf<JsonObject>(mappings.uid);
  return {
    issuer: {
      url: text(issuer.url),
      discoveryURL: text(issuer.discoveryURL),
      certificateAuthority: text(issuer.certificateAuthority),
      audiences: goTexts(issuer.audiences),
      audienceMatchPolicy: text(issuer.audienceMatchPolicy),
      egressSelectorType: text(issuer.egressSelectorType),
    },
    claimValidationRules: goRecords(given.claimValidationRules).map((rule) => ({
      claim: text(rule.claim),
      requiredValue: text(rule.requiredValue),
      expression: text(rule.expression),
      message: text(rule.message),
    })),
    claimMappings: {
      username: prefixedOf(membersOf<JsonObject>(mappings.username)),
      groups: prefixedOf(membersOf<JsonObject>(mappings.groups)),
      uid: { claim: text(uid.claim), expression: text(uid.expression) },
      extra: goRecords(mappings.extra).map(({ key, valueExpression }) => ({
        key: text(key),
        valueExpression: text(valueExpression),
      })),
    },
    userValidationRules: goRecords(given.userValidationRules).map(({ expression, message }) => ({
      expression: text(expression),
      message: text(message),
    })),
  };
}

const prefixedOf = ({ claim, prefix, expression }: JsonObject): PrefixedMapping => ({
  claim: text(claim),
  prefix: typeof prefix === "string" ? prefix : undefined,
  expression: text(expression),
});

import { aggregate, type FieldError, forbiddenField } from "../../../api/validation/field-error.ts";
import { FieldReport } from "../../../api/validation/field-report.ts";
import { quote } from "../../../go/quote.ts";
import type { AuthenticateToken } from "../../../server/authenticate/authenticate-token.ts";
import { jwtAuthenticator } from "../../../server/authenticate/jwt/jwt-authenticator.ts";
import { compileJwt } from "../../../server/authenticate/jwt/validate-jwt.ts";
import type { Log } from "../../../server/log.ts";
import type { JWTAuthenticator } from "../../../types/tables/apiserver/v1-types.ts";
import { type IssuerKeys, issuerKeys } from "./issuer-keys.ts";

/** The issuers of one configuration, and where their keys come from. */
export interface OpenIssuers {
  readonly authenticate: AuthenticateToken;
  readonly keys: readonly IssuerKeys[];
}

/** Settings that all issuers of tokens share. */
export interface IssuerOptions {
  /** Issuers of service account tokens: no other issuer may use their names. */
  readonly disallowedIssuers: readonly string[];
  readonly algorithms: readonly string[];
  readonly log: Log;
}

/** Begins to read the keys of all issuers. Throws with the reference's text when the configuration is wrong. */
export function openIssuers(
  configurations: readonly JWTAuthenticator[],
  { disallowedIssuers, algorithms, log }: IssuerOptions,
  changed?: "anonymous",
): OpenIssuers {
  const report = new FieldReport("jwt");
  const compiled = compileJwt(configurations, report);
  const errors: FieldError[] = [...report.errors];
  if (changed !== undefined) errors.push(forbiddenField(changed, "changed from initial configuration file"));
  refuse(errors);
  const own = configurations.find(({ issuer }) => disallowedIssuers.includes(issuer.url));
  if (own !== undefined) refuseIssuer(own.issuer.url, disallowedIssuers);
  const opened = compiled.map((one) => {
    const keys = issuerKeys(one.configuration.issuer, log);
    return { compiled: one, keys, algorithms, now: Date.now };
  });
  return { authenticate: jwtAuthenticator(opened), keys: opened.map(({ keys }) => keys) };
}

/** Throws if there are errors. */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const texts = errors.map(({ field, message }) => `${field}: ${message}`);
  throw new Error(`invalid authentication configuration: ${aggregate(texts)}`);
}

function refuseIssuer(url: string, disallowed: readonly string[]): never {
  const list = [...disallowed].sort().join(" ");
  throw new Error(
    `issuer.url: Invalid value: ${quote(url)}: URL must not overlap with disallowed issuers: [${list}]`,
  );
}

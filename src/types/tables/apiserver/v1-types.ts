// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Json } from "../../../json/value.ts";
import type { Optional } from "../../optional.ts";

export type AESConfiguration = { readonly keys: readonly Key[] };

export type AdmissionConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plugins: readonly AdmissionPluginConfiguration[];
};

export type AdmissionPluginConfiguration = {
  readonly name: string;
  readonly path: string;
  readonly configuration?: Json | undefined;
};

export type AnonymousAuthCondition = { readonly path: string };

export type AnonymousAuthConfig = {
  readonly enabled: boolean;
  readonly conditions: readonly AnonymousAuthCondition[];
};

export type AuthenticationConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly jwt: readonly JWTAuthenticator[];
  readonly anonymous?: AnonymousAuthConfig | undefined;
};

export type AuthorizationConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly authorizers: readonly AuthorizerConfiguration[];
};

export type AuthorizerConfiguration = {
  readonly type: string;
  readonly name: string;
  readonly webhook?: WebhookConfiguration | undefined;
};

export type ClaimMappings = {
  readonly username: PrefixedClaimOrExpression;
  readonly groups: PrefixedClaimOrExpression;
  readonly uid: ClaimOrExpression;
  readonly extra: readonly ExtraMapping[];
};

export type ClaimOrExpression = { readonly claim: string; readonly expression: string };

export type ClaimValidationRule = {
  readonly claim: string;
  readonly requiredValue: string;
  readonly expression: string;
  readonly message: string;
};

export type EncryptionConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly resources: readonly ResourceConfiguration[];
};

export type ExtraMapping = { readonly key: string; readonly valueExpression: string };
export type IdentityConfiguration = Record<string, never>;

export type Issuer = {
  readonly url: string;
  readonly discoveryURL: string;
  readonly certificateAuthority: string;
  readonly audiences: readonly string[];
  readonly audienceMatchPolicy: string;
  readonly egressSelectorType: string;
};

export type JWTAuthenticator = {
  readonly issuer: Issuer;
  readonly claimValidationRules: readonly ClaimValidationRule[];
  readonly claimMappings: ClaimMappings;
  readonly userValidationRules: readonly UserValidationRule[];
};

export type KMSConfiguration = {
  readonly apiVersion: string;
  readonly name: string;
  readonly cachesize?: number | undefined;
  readonly endpoint: string;
  readonly timeout?: string | undefined;
};

export type Key = { readonly name: string; readonly secret: string };

export type PrefixedClaimOrExpression = {
  readonly claim: string;
  readonly prefix?: string | undefined;
  readonly expression: string;
};

export type ProviderConfiguration = Optional<{
  readonly aesgcm: AESConfiguration;
  readonly aescbc: AESConfiguration;
  readonly secretbox: SecretboxConfiguration;
  readonly identity: IdentityConfiguration;
  readonly kms: KMSConfiguration;
}>;

export type ResourceConfiguration = {
  readonly resources: readonly string[];
  readonly providers: readonly ProviderConfiguration[];
};

export type SecretboxConfiguration = { readonly keys: readonly Key[] };
export type UserValidationRule = { readonly expression: string; readonly message: string };

export type ValidatingAdmissionPolicyConfiguration = {
  readonly kind: string;
  readonly apiVersion: string;
  readonly staticManifestsDir: string;
};

export type WebhookConfiguration = {
  readonly authorizedTTL: string;
  readonly cacheAuthorizedRequests?: boolean | undefined;
  readonly unauthorizedTTL: string;
  readonly cacheUnauthorizedRequests?: boolean | undefined;
  readonly timeout: string;
  readonly subjectAccessReviewVersion: string;
  readonly matchConditionSubjectAccessReviewVersion: string;
  readonly failurePolicy: string;
  readonly connectionInfo: WebhookConnectionInfo;
  readonly matchConditions: readonly WebhookMatchCondition[];
};

export type WebhookConnectionInfo = { readonly type: string; readonly kubeConfigFile?: string | undefined };
export type WebhookMatchCondition = { readonly expression: string };

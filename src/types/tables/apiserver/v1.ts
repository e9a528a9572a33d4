/** The types of apiserver.config.k8s.io/v1; the notation is explained in `notation.ts`. */
export const apiserverV1 = `
AESConfiguration keys=0:*Key
AdmissionConfiguration ^TypeMeta=0:meta/v1.TypeMeta plugins=0:*AdmissionPluginConfiguration
AdmissionPluginConfiguration name=0:s path=0:s configuration=0:R
AnonymousAuthCondition path=0:s
AnonymousAuthConfig enabled=0:b conditions=0:*AnonymousAuthCondition
AuthenticationConfiguration ^TypeMeta=0:meta/v1.TypeMeta jwt=0:*JWTAuthenticator
  anonymous=0:AnonymousAuthConfig?
AuthorizationConfiguration ^TypeMeta=0:meta/v1.TypeMeta authorizers=0:*AuthorizerConfiguration
AuthorizerConfiguration type=0:s name=0:s webhook=0:WebhookConfiguration?
ClaimMappings username=0:PrefixedClaimOrExpression groups=0:PrefixedClaimOrExpression uid=0:ClaimOrExpression
  extra=0:*ExtraMapping
ClaimOrExpression claim=0:s expression=0:s
ClaimValidationRule claim=0:s requiredValue=0:s expression=0:s message=0:s
EncryptionConfiguration ^TypeMeta=0:meta/v1.TypeMeta resources=0:*ResourceConfiguration
ExtraMapping key=0:s valueExpression=0:s
IdentityConfiguration
Issuer url=0:s discoveryURL=0:s certificateAuthority=0:s audiences=0:*s
  audienceMatchPolicy=0:s:AudienceMatchPolicyType egressSelectorType=0:s:EgressSelectorType
JWTAuthenticator issuer=0:Issuer claimValidationRules=0:*ClaimValidationRule claimMappings=0:ClaimMappings
  userValidationRules=0:*UserValidationRule
KMSConfiguration apiVersion=0:s name=0:s cachesize=0:i? endpoint=0:s timeout=0:D?
Key name=0:s secret=0:s
MutatingAdmissionPolicyConfiguration ^TypeMeta=0:meta/v1.TypeMeta staticManifestsDir=0:s
PrefixedClaimOrExpression claim=0:s prefix=0:s? expression=0:s
ProviderConfiguration aesgcm=0:AESConfiguration? aescbc=0:AESConfiguration?
  secretbox=0:SecretboxConfiguration? identity=0:IdentityConfiguration? kms=0:KMSConfiguration?
ResourceConfiguration resources=0:*s providers=0:*ProviderConfiguration
SecretboxConfiguration keys=0:*Key
UserValidationRule expression=0:s message=0:s
ValidatingAdmissionPolicyConfiguration ^TypeMeta=0:meta/v1.TypeMeta staticManifestsDir=0:s
WebhookAdmission ^TypeMeta=0:meta/v1.TypeMeta kubeConfigFile=0:s staticManifestsDir=0:s
WebhookConfiguration authorizedTTL=0:D cacheAuthorizedRequests=0:b? unauthorizedTTL=0:D
  cacheUnauthorizedRequests=0:b? timeout=0:D subjectAccessReviewVersion=0:s
  matchConditionSubjectAccessReviewVersion=0:s failurePolicy=0:s connectionInfo=0:WebhookConnectionInfo
  matchConditions=0:*WebhookMatchCondition
WebhookConnectionInfo type=0:s kubeConfigFile=0:s?
WebhookMatchCondition expression=0:s
`;

/** The types of admissionregistration/v1beta1; the notation is explained in `notation.ts`. */
export const admissionregistrationV1beta1 = `
MatchCondition name=1:s! expression=2:s!
MutatingWebhook name=1:s! clientConfig=2:WebhookClientConfig!
  rules=3:*admissionregistration/v1.RuleWithOperations failurePolicy=4:s:FailurePolicyType?
  matchPolicy=9:s:MatchPolicyType? namespaceSelector=5:meta/v1.LabelSelector?
  objectSelector=11:meta/v1.LabelSelector? sideEffects=6:s:SideEffectClass? timeoutSeconds=7:i?
  admissionReviewVersions=8:*s reinvocationPolicy=10:s:v1.ReinvocationPolicyType?
  matchConditions=12:*MatchCondition~map=name:""~merge=name
MutatingWebhookConfiguration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  webhooks=2:*MutatingWebhook~map=name:""~merge=name
MutatingWebhookConfigurationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*MutatingWebhookConfiguration!
ServiceReference namespace=1:s! name=2:s! path=3:s? port=4:i?
ValidatingWebhook name=1:s! clientConfig=2:WebhookClientConfig!
  rules=3:*admissionregistration/v1.RuleWithOperations failurePolicy=4:s:FailurePolicyType?
  matchPolicy=9:s:MatchPolicyType? namespaceSelector=5:meta/v1.LabelSelector?
  objectSelector=10:meta/v1.LabelSelector? sideEffects=6:s:SideEffectClass? timeoutSeconds=7:i?
  admissionReviewVersions=8:*s matchConditions=11:*MatchCondition~map=name:""~merge=name
ValidatingWebhookConfiguration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  webhooks=2:*ValidatingWebhook~map=name:""~merge=name
ValidatingWebhookConfigurationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ValidatingWebhookConfiguration!
WebhookClientConfig url=3:s? service=1:ServiceReference? caBundle=2:y
`;

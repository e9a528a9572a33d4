/** The types of admissionregistration/v1; the notation is explained in `notation.ts`. */
export const admissionregistrationV1 = `
ApplyConfiguration expression=1:s
AuditAnnotation key=1:s! valueExpression=2:s!
ExpressionWarning fieldRef=2:s! warning=3:s!
JSONPatch expression=1:s
MatchCondition name=1:s! expression=2:s!
MatchResources ~atomic namespaceSelector=1:meta/v1.LabelSelector? objectSelector=2:meta/v1.LabelSelector?
  resourceRules=3:*NamedRuleWithOperations excludeResourceRules=4:*NamedRuleWithOperations
  matchPolicy=7:s:MatchPolicyType?
MutatingAdmissionPolicy ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:MutatingAdmissionPolicySpec!
MutatingAdmissionPolicyBinding ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:MutatingAdmissionPolicyBindingSpec!
MutatingAdmissionPolicyBindingList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*MutatingAdmissionPolicyBinding!
MutatingAdmissionPolicyBindingSpec policyName=1:s paramRef=2:ParamRef? matchResources=3:MatchResources?
MutatingAdmissionPolicyList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*MutatingAdmissionPolicy!
MutatingAdmissionPolicySpec paramKind=1:ParamKind? matchConstraints=2:MatchResources? variables=3:*Variable
  mutations=4:*Mutation failurePolicy=5:s:FailurePolicyType?
  matchConditions=6:*MatchCondition~map=name:""~merge=name reinvocationPolicy=7:s:ReinvocationPolicyType
MutatingWebhook name=1:s! clientConfig=2:WebhookClientConfig! rules=3:*RuleWithOperations
  failurePolicy=4:s:FailurePolicyType? matchPolicy=9:s:MatchPolicyType?
  namespaceSelector=5:meta/v1.LabelSelector? objectSelector=11:meta/v1.LabelSelector?
  sideEffects=6:s:SideEffectClass?! timeoutSeconds=7:i? admissionReviewVersions=8:*s!
  reinvocationPolicy=10:s:ReinvocationPolicyType? matchConditions=12:*MatchCondition~map=name:""~merge=name
MutatingWebhookConfiguration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  webhooks=2:*MutatingWebhook~map=name:""~merge=name
MutatingWebhookConfigurationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*MutatingWebhookConfiguration!
Mutation patchType=2:s:PatchType! applyConfiguration=3:ApplyConfiguration? jsonPatch=4:JSONPatch?
NamedRuleWithOperations ~atomic resourceNames=1:*s ^RuleWithOperations=2:RuleWithOperations
ParamKind ~atomic apiVersion=1:s kind=2:s
ParamRef ~atomic name=1:s namespace=2:s selector=3:meta/v1.LabelSelector?
  parameterNotFoundAction=4:s:ParameterNotFoundActionType?
Rule apiGroups=1:*s apiVersions=2:*s resources=3:*s scope=4:s:ScopeType?
RuleWithOperations operations=1:*s:OperationType ^Rule=2:Rule
ServiceReference namespace=1:s! name=2:s! path=3:s? port=4:i?
TypeChecking expressionWarnings=1:*ExpressionWarning
ValidatingAdmissionPolicy ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:ValidatingAdmissionPolicySpec! status=3:ValidatingAdmissionPolicyStatus!
ValidatingAdmissionPolicyBinding ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:ValidatingAdmissionPolicyBindingSpec!
ValidatingAdmissionPolicyBindingList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ValidatingAdmissionPolicyBinding!
ValidatingAdmissionPolicyBindingSpec policyName=1:s paramRef=2:ParamRef? matchResources=3:MatchResources?
  validationActions=4:*s:ValidationAction~set
ValidatingAdmissionPolicyList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ValidatingAdmissionPolicy!
ValidatingAdmissionPolicySpec paramKind=1:ParamKind? matchConstraints=2:MatchResources?
  validations=3:*Validation failurePolicy=4:s:FailurePolicyType? auditAnnotations=5:*AuditAnnotation
  matchConditions=6:*MatchCondition~map=name:""~merge=name variables=7:*Variable~map=name:""~merge=name
ValidatingAdmissionPolicyStatus observedGeneration=1:l typeChecking=2:TypeChecking?
  conditions=3:*meta/v1.Condition~map=type:""
ValidatingWebhook name=1:s! clientConfig=2:WebhookClientConfig! rules=3:*RuleWithOperations
  failurePolicy=4:s:FailurePolicyType? matchPolicy=9:s:MatchPolicyType?
  namespaceSelector=5:meta/v1.LabelSelector? objectSelector=10:meta/v1.LabelSelector?
  sideEffects=6:s:SideEffectClass?! timeoutSeconds=7:i? admissionReviewVersions=8:*s!
  matchConditions=11:*MatchCondition~map=name:""~merge=name
ValidatingWebhookConfiguration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  webhooks=2:*ValidatingWebhook~map=name:""~merge=name
ValidatingWebhookConfigurationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*ValidatingWebhookConfiguration!
Validation expression=1:s! message=2:s reason=3:s:StatusReason? messageExpression=4:s
Variable ~atomic name=1:s! expression=2:s!
WebhookClientConfig url=3:s? service=1:ServiceReference? caBundle=2:y
`;

/** The types of flowcontrol/v1; the notation is explained in `notation.ts`. */
export const flowcontrolV1 = `
ExemptPriorityLevelConfiguration nominalConcurrencyShares=1:i? lendablePercent=2:i?
FlowDistinguisherMethod type=1:s:FlowDistinguisherMethodType!
FlowSchema ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! spec=2:FlowSchemaSpec!
  status=3:FlowSchemaStatus!
FlowSchemaCondition type=1:s:FlowSchemaConditionType status=2:s:ConditionStatus lastTransitionTime=3:T!
  reason=4:s message=5:s
FlowSchemaList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*FlowSchema!
FlowSchemaSpec priorityLevelConfiguration=1:PriorityLevelConfigurationReference! matchingPrecedence=2:i!
  distinguisherMethod=3:FlowDistinguisherMethod? rules=4:*PolicyRulesWithSubjects
FlowSchemaStatus conditions=1:*FlowSchemaCondition~map=type~merge=type
GroupSubject name=1:s!
LimitResponse type=1:s:LimitResponseType! queuing=2:QueuingConfiguration?
LimitedPriorityLevelConfiguration nominalConcurrencyShares=1:i?! limitResponse=2:LimitResponse!
  lendablePercent=3:i? borrowingLimitPercent=4:i?
NonResourcePolicyRule verbs=1:*s!~set nonResourceURLs=6:*s!~set
PolicyRulesWithSubjects subjects=1:*Subject! resourceRules=2:*ResourcePolicyRule
  nonResourceRules=3:*NonResourcePolicyRule
PriorityLevelConfiguration ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:PriorityLevelConfigurationSpec! status=3:PriorityLevelConfigurationStatus!
PriorityLevelConfigurationCondition type=1:s:PriorityLevelConfigurationConditionType
  status=2:s:ConditionStatus lastTransitionTime=3:T! reason=4:s message=5:s
PriorityLevelConfigurationList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*PriorityLevelConfiguration!
PriorityLevelConfigurationReference name=1:s!
PriorityLevelConfigurationSpec type=1:s:PriorityLevelEnablement!
  limited=2:LimitedPriorityLevelConfiguration? exempt=3:ExemptPriorityLevelConfiguration?
PriorityLevelConfigurationStatus conditions=1:*PriorityLevelConfigurationCondition~map=type~merge=type
QueuingConfiguration queues=1:i! handSize=2:i! queueLengthLimit=3:i!
ResourcePolicyRule verbs=1:*s!~set apiGroups=2:*s!~set resources=3:*s!~set clusterScope=4:b
  namespaces=5:*s!~set
ServiceAccountSubject namespace=1:s! name=2:s!
Subject kind=1:s:SubjectKind! user=2:UserSubject? group=3:GroupSubject?
  serviceAccount=4:ServiceAccountSubject?
UserSubject name=1:s!
`;

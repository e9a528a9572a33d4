// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type ExemptPriorityLevelConfiguration = {
  nominalConcurrencyShares?: number | undefined;
  lendablePercent?: number | undefined;
};

export type FlowDistinguisherMethod = {
  type?: string | undefined;
};

export type FlowSchemaCondition = {
  type?: string | undefined;
  status?: string | undefined;
  lastTransitionTime?: string | null | undefined;
  reason?: string | undefined;
  message?: string | undefined;
};

export type FlowSchemaSpec = {
  priorityLevelConfiguration?: PriorityLevelConfigurationReference | undefined;
  matchingPrecedence?: number | undefined;
  distinguisherMethod?: FlowDistinguisherMethod | undefined;
  rules?: PolicyRulesWithSubjects[] | undefined;
};

export type FlowSchemaStatus = {
  conditions?: FlowSchemaCondition[] | undefined;
};

export type GroupSubject = {
  name?: string | undefined;
};

export type LimitResponse = {
  type?: string | undefined;
  queuing?: QueuingConfiguration | undefined;
};

export type LimitedPriorityLevelConfiguration = {
  nominalConcurrencyShares?: number | null | undefined;
  limitResponse?: LimitResponse | undefined;
  lendablePercent?: number | undefined;
  borrowingLimitPercent?: number | undefined;
};

export type NonResourcePolicyRule = {
  verbs?: string[] | null | undefined;
  nonResourceURLs?: string[] | null | undefined;
};

export type PolicyRulesWithSubjects = {
  subjects?: Subject[] | null | undefined;
  resourceRules?: ResourcePolicyRule[] | undefined;
  nonResourceRules?: NonResourcePolicyRule[] | undefined;
};

export type PriorityLevelConfigurationReference = {
  name?: string | undefined;
};

export type PriorityLevelConfigurationSpec = {
  type?: string | undefined;
  limited?: LimitedPriorityLevelConfiguration | undefined;
  exempt?: ExemptPriorityLevelConfiguration | undefined;
};

export type QueuingConfiguration = {
  queues?: number | undefined;
  handSize?: number | undefined;
  queueLengthLimit?: number | undefined;
};

export type ResourcePolicyRule = {
  verbs?: string[] | null | undefined;
  apiGroups?: string[] | null | undefined;
  resources?: string[] | null | undefined;
  clusterScope?: boolean | undefined;
  namespaces?: string[] | null | undefined;
};

export type ServiceAccountSubject = {
  namespace?: string | undefined;
  name?: string | undefined;
};

export type Subject = {
  kind?: string | undefined;
  user?: UserSubject | undefined;
  group?: GroupSubject | undefined;
  serviceAccount?: ServiceAccountSubject | undefined;
};

export type UserSubject = {
  name?: string | undefined;
};

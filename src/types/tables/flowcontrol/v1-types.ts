// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { Optional } from "../../optional.ts";

export type ExemptPriorityLevelConfiguration = Optional<{
  nominalConcurrencyShares: number;
  lendablePercent: number;
}>;

export type FlowDistinguisherMethod = Optional<{ type: string }>;

export type FlowSchemaCondition = Optional<{
  type: string;
  status: string;
  lastTransitionTime: string | null;
  reason: string;
  message: string;
}>;

export type FlowSchemaSpec = Optional<{
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  matchingPrecedence: number;
  distinguisherMethod: FlowDistinguisherMethod;
  rules: PolicyRulesWithSubjects[];
}>;

export type FlowSchemaStatus = Optional<{ conditions: FlowSchemaCondition[] }>;
export type GroupSubject = Optional<{ name: string }>;
export type LimitResponse = Optional<{ type: string; queuing: QueuingConfiguration }>;

export type LimitedPriorityLevelConfiguration = Optional<{
  nominalConcurrencyShares: number | null;
  limitResponse: LimitResponse;
  lendablePercent: number;
  borrowingLimitPercent: number;
}>;

export type NonResourcePolicyRule = Optional<{ verbs: string[] | null; nonResourceURLs: string[] | null }>;

export type PolicyRulesWithSubjects = Optional<{
  subjects: Subject[] | null;
  resourceRules: ResourcePolicyRule[];
  nonResourceRules: NonResourcePolicyRule[];
}>;

export type PriorityLevelConfigurationReference = Optional<{ name: string }>;

export type PriorityLevelConfigurationSpec = Optional<{
  type: string;
  limited: LimitedPriorityLevelConfiguration;
  exempt: ExemptPriorityLevelConfiguration;
}>;

export type QueuingConfiguration = Optional<{ queues: number; handSize: number; queueLengthLimit: number }>;

export type ResourcePolicyRule = Optional<{
  verbs: string[] | null;
  apiGroups: string[] | null;
  resources: string[] | null;
  clusterScope: boolean;
  namespaces: string[] | null;
}>;

export type ServiceAccountSubject = Optional<{ namespace: string; name: string }>;

export type Subject = Optional<{
  kind: string;
  user: UserSubject;
  group: GroupSubject;
  serviceAccount: ServiceAccountSubject;
}>;

export type UserSubject = Optional<{ name: string }>;

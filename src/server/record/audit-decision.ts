export type AuditLevel = "None" | "Metadata" | "Request" | "RequestResponse";
export type AuditStage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic";

/** Amount of a request that is logged, and the stages that are not. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<string>;
  readonly omitManagedFields: boolean;
}

/** Amount of an audit event: none, without bodies, with the request's body, or with both bodies. */
export type AuditLevel = "None" | "Metadata" | "Request" | "RequestResponse";
/** Points of a request at which events are written. */
export type AuditStage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic";

/** Amount of a request that is logged, and the stages that are not. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<string>;
  readonly omitManagedFields: boolean;
}

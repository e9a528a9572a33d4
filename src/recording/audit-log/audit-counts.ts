/** What became of the lines of an audit log. */
export interface AuditCounts {
  /** Requests that were recorded. */
  recorded: number;
  /** Of them: those about whose object nothing was known before. */
  withoutOldObject: number;
  /** Of them: those whose answer has no object, because the level is Request. */
  withoutResult: number;
  /** Reads, and requests that are not about resources. */
  reads: number;
  /** Stages before the last. */
  otherStages: number;
  /** The level is Metadata: no objects. */
  metadataOnly: number;
  /** Refused before admission: no rights, or nobody known. */
  unauthorized: number;
  /** The server could not answer: too many requests, a timeout, a panic. */
  unanswered: number;
  /** Neither the object before nor after is known: deletions and patches of what the log had not shown. */
  unknownObject: number;
  /** No event, or no JSON. */
  unreadable: number;
  /** Longer than the limit. */
  tooLong: number;
}

export const noCounts = (): AuditCounts => ({
  recorded: 0,
  withoutOldObject: 0,
  withoutResult: 0,
  reads: 0,
  otherStages: 0,
  metadataOnly: 0,
  unauthorized: 0,
  unanswered: 0,
  unknownObject: 0,
  unreadable: 0,
  tooLong: 0,
});

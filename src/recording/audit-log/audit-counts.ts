/** Counts of the lines of an audit log, by result. */
export interface AuditCounts {
  recorded: number;
  /** Recorded requests whose old object is not known. */
  withoutOldObject: number;
  /** Recorded requests whose response has no object, because the level is Request. */
  withoutResult: number;
  /** Reads, and requests that are not about resources. */
  reads: number;
  /** Events of stages before the last. */
  otherStages: number;
  /** Events of level Metadata, which have no objects. */
  metadataOnly: number;
  /** Requests that were refused before admission: not authorized, or not authenticated. */
  unauthorized: number;
  /** Requests without a result: too many requests, a timeout, a panic. */
  unanswered: number;
  /**
   * Requests without a known object, old or new: deletions and patches of objects that were not in the log
   * before.
   */
  unknownObject: number;
  /** Lines that are not an event, or not JSON. */
  unreadable: number;
  /** Lines longer than the limit. */
  tooLong: number;
}

/** Counts of no lines. */
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

import type { RecordedRequest } from "../recording/recording.ts";
import type { UsedVersions } from "./requests/used-versions.ts";

/** Requests of a recording or of audit logs. They are read twice: first to count versions and clients. */
export interface RequestSource {
  /** Name for the report: the files. */
  readonly name: string;
  /** Counts the versions that clients ask for, in reads too if the source has them. */
  used(): Promise<UsedVersions>;
  requests(): AsyncIterable<RecordedRequest>;
}

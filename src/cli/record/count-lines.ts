import type { AuditCounts } from "../../recording/audit-log/audit-counts.ts";
import type { LiveCounts } from "./record-server.ts";

/**
 * Returns lines for the user about the lines of an audit log: first the recorded ones, then those that are
 * missing, each with the reason.
 */
export function countLines(counts: AuditCounts): string[] {
  return [
    `recorded: ${counts.recorded}`,
    ...LINES.flatMap(([key, text]) => (counts[key] === 0 ? [] : [`  ${counts[key]} ${text}`])),
    "left out:",
    ...LEFT_OUT.flatMap(([key, text]) => (counts[key] === 0 ? [] : [`  ${counts[key]} ${text}`])),
  ].filter((line, i, all) => line !== "left out:" || i < all.length - 1);
}

/** The same of a running server. */
export function liveLines({ recorded, notAdmitted, restricted, missed }: LiveCounts): string[] {
  return [
    `recorded: ${recorded}`,
    ...(notAdmitted === 0 ? [] : [`left out: ${notAdmitted} requests that did not come to admission`]),
    ...(restricted === 0 ? [] : [`left out: ${restricted} requests about objects that the user may not get`]),
    ...(missed === 0 ? [] : [`missed: at most ${missed} requests, which came faster than they were read`]),
  ];
}

const LINES: readonly (readonly [keyof AuditCounts, string])[] = [
  [
    "withoutOldObject",
    "of them: the log does not show the object before; replay takes it to be as it is afterwards",
  ],
  ["withoutResult", "of them: the level is Request, which does not record the stored objects"],
];

const LEFT_OUT: readonly (readonly [keyof AuditCounts, string])[] = [
  [
    "metadataOnly",
    "writes of level Metadata: there are no objects in them (Request or RequestResponse is needed)",
  ],
  ["unknownObject", "writes without the object before or after them in the log"],
  ["unauthorized", "requests without the right, which admission is not asked about"],
  ["unanswered", "requests that the server could not answer"],
  ["reads", "reads, and requests that are not about resources"],
  ["otherStages", "events of an earlier stage of a request"],
  ["unreadable", "lines that are no event of audit.k8s.io"],
  ["tooLong", "lines that are too long"],
];

import type { Place } from "../../explain/offline/manifests.ts";
import type { JsonObject } from "../../json/value.ts";
import { physicalLocation, sarifText } from "../../report/sarif.ts";
import { CHANGE_KINDS, type ChangeKind } from "../change.ts";
import type { ChangeGroup, ReplayReport } from "./replay-report.ts";
import { countText, SUMMARIES } from "./titles.ts";

/** Levels of SARIF. */
const LEVELS: Readonly<Record<ChangeKind, string>> = {
  "newly-denied": "error",
  "newly-allowed": "warning",
  "denied-differently": "note",
  failing: "error",
  "patched-differently": "warning",
  slower: "warning",
};

/**
 * Formats a report as SARIF for code hosts, with a result for each cause at the place of its configuration.
 * `placeOf` returns the file and line of an object.
 */
export function sarifReport(
  { groups }: ReplayReport,
  version: string,
  placeOf: (of: string) => Place | undefined,
): string {
  const driver = {
    name: "sallyport replay",
    version,
    rules: CHANGE_KINDS.map((id) => ({
      id,
      shortDescription: { text: SUMMARIES[id] },
      defaultConfiguration: { level: LEVELS[id] },
    })),
  };
  return sarifText(
    driver,
    groups.map((group) => resultOf(group, placeOf)),
  );
}

function resultOf(
  { kind, cause, count, by, example }: ChangeGroup,
  placeOf: (of: string) => Place | undefined,
): JsonObject {
  const [place] = by.flatMap(({ of }) => placeOf(of) ?? []);
  const text = `${countText(count, "request")}: ${cause}; for example ${example.request}: ${example.end}`;
  return {
    ruleId: kind,
    level: LEVELS[kind],
    message: { text },
    ...(place !== undefined && {
      locations: [{ physicalLocation: physicalLocation(place.file, place.line) }],
    }),
    occurrenceCount: count,
  };
}

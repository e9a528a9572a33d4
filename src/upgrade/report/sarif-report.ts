import type { JsonObject } from "../../json/value.ts";
import { countText } from "../../replay/report/titles.ts";
import { physicalLocation, sarifText } from "../../report/sarif.ts";
import { CONCERNS, type Finding } from "../finding.ts";
import { clientsText } from "./text-report.ts";
import { CONCERN_ORDER, type UpgradeReport } from "./upgrade-report.ts";

/** Formats a report as SARIF for code hosts: a result for each cause, at the places in files that it concerns. */
export function sarifReport({ findings }: UpgradeReport, version: string): string {
  const driver = {
    name: "sallyport upgrade",
    version,
    rules: CONCERN_ORDER.map((id) => ({
      id,
      shortDescription: { text: CONCERNS[id].title },
      defaultConfiguration: { level: CONCERNS[id].severity },
    })),
  };
  return sarifText(driver, findings.map(resultOf));
}

function resultOf({
  concern,
  severity,
  cause,
  change,
  requests,
  clients,
  places,
  objects,
}: Finding): JsonObject {
  const asked = requests === 0 ? "" : ` (${countText(requests, "request")}${clientsText(clients)})`;
  const inFiles = places.filter(({ file }) => file !== "");
  return {
    ruleId: concern,
    level: severity,
    message: { text: `${cause}${asked}${change === "" ? "" : `; ${change}`}` },
    ...(inFiles.length > 0 && {
      locations: inFiles.map(({ file, line }) => ({ physicalLocation: physicalLocation(file, line) })),
    }),
    occurrenceCount: Math.max(1, requests + objects),
  };
}

import { quote } from "../../../go/quote.ts";
import { goTexts, isJsonObject, type Json, type JsonObject, text } from "../../../json/value.ts";
import type { AuditFile } from "./audit-file.ts";
import { type AuditBackend, type AuditEvent, allStored } from "./backend.ts";

/** Formats of the audit log: a JSON object or a short text in each line. */
export type LogFormat = "json" | "legacy";

/** Writes events to a file, or to standard output. */
export function logBackend(file: AuditFile, format: LogFormat): AuditBackend {
  const textOf = ({ line, value }: AuditEvent): string => (format === "json" ? line : legacyLine(value));
  return {
    process: (events) => allStored(events.map((event) => file.write(textOf(event)))),
    close: () => file.close(),
  };
}

const listed = (value: Json | undefined): string => goTexts(value).map(quote).join(",");

/** One line of text (apiserver/pkg/audit/format.go, EventString). */
function legacyLine(event: JsonObject): string {
  const user = isJsonObject(event.user) ? event.user : {};
  const other = isJsonObject(event.impersonatedUser) ? event.impersonatedUser : undefined;
  const object = isJsonObject(event.objectRef) ? event.objectRef : {};
  const status = isJsonObject(event.responseStatus) ? event.responseStatus : undefined;
  const groups = text(user.username) === "" ? "" : listed(user.groups);
  const [ip] = Array.isArray(event.sourceIPs) ? event.sourceIPs : [];
  const fields: readonly (readonly [string, string])[] = [
    ["id", text(event.auditID)],
    ["stage", text(event.stage)],
    ["ip", text(ip) || "<unknown>"],
    ["method", text(event.verb)],
    ["user", text(user.username) || "<none>"],
    ["groups", groups || "<none>"],
    ["as", other === undefined ? "<self>" : text(other.username)],
    ["asgroups", other?.groups === undefined ? "<lookup>" : listed(other.groups)],
    ["user-agent", text(event.userAgent)],
    ["namespace", text(object.namespace) || "<none>"],
    ["uri", text(event.requestURI)],
  ];
  const said = fields.map(([name, value]) => `${name}=${quote(value)}`).join(" ");
  const response = status === undefined ? "<deferred>" : String(status.code ?? 0);
  const time = text(event.requestReceivedTimestamp).replace(/\.?0{1,6}Z$/, "Z");
  return `${time} AUDIT: ${said} response="${response}"\n`;
}

import { formatTime } from "../api/time.ts";
import { record, records, text } from "../json/value.ts";
import { pathOfField } from "./ending/unknown-fields.ts";
import type { Explanation } from "./explanation.ts";
import type { Remembered } from "./remembered.ts";
import { pointerOf } from "./sources.ts";

/** True for a refused write of a configuration, policy or binding that has this name, or a webhook of this name. */
export function refusesName({ context: { info, requestObject }, status }: Remembered, name: string): boolean {
  if (status < 400 || info.group !== "admissionregistration.k8s.io") return false;
  const { metadata, webhooks } = record(requestObject);
  return text(record(metadata).name) === name || records(webhooks).some((one) => one.name === name);
}

/** Adds to the finding about an unknown name that the server refused it, when, and why. */
export function withEarlierRefusal(explanation: Explanation, refused: Remembered | undefined): Explanation {
  if (refused === undefined) return explanation;
  const { receivedAt, responseObject } = refused.context;
  const { message, details } = record(responseObject);
  const [cause] = records(record(details).causes);
  const told = `: this server refused it at ${formatTime(receivedAt)}: ${text(message)}`;
  const at = pointerOf(pathOfField(text(cause?.field)));
  const findings = explanation.findings.map((one) =>
    one.code === "unknown-name"
      ? { ...one, message: `${one.message}${told}`, ...(at !== "" && { at }) }
      : one,
  );
  return { ...explanation, findings };
}

import { formatTime } from "../../api/time.ts";
import { record, records, text } from "../../json/value.ts";
import type { RequestInfo } from "../../server/accept/request-info.ts";
import type { Cause, Explanation } from "../explanation.ts";
import { withoutRule } from "../refused/definition-hints.ts";
import { fieldPath } from "../refused/field-path.ts";
import type { Remembered } from "../remembered.ts";
import { pointerOf } from "../sources.ts";

/** True for a refused write of a configuration, policy or binding that has this name, or a webhook of this name. */
export function refusesName({ context: { info, requestObject }, status }: Remembered, name: string): boolean {
  if (status < 400 || info.group !== "admissionregistration.k8s.io") return false;
  const { metadata, webhooks } = record(requestObject);
  return text(record(metadata).name) === name || records(webhooks).some((one) => one.name === name);
}

/** True for a refused write of the CustomResourceDefinition of a resource. */
export function refusesResource(
  { context: { info, requestObject }, status }: Remembered,
  { group, resource }: Pick<RequestInfo, "group" | "resource">,
): boolean {
  if (status < 400 || info.resource !== "customresourcedefinitions") return false;
  const { group: own, names } = record(record(requestObject).spec);
  return own === group && record(names).plural === resource;
}

/** Adds to the finding about what is not there that the server refused it, when, and why. `find` looks for the refused write. */
export function withEarlierRefusal(
  explanation: Explanation,
  find: () => Remembered | undefined,
): Explanation {
  const refused = explanation.findings.some(isAbsence) ? find() : undefined;
  if (refused === undefined) return explanation;
  const { receivedAt, requestObject, responseObject } = refused.context;
  const { message, details } = record(responseObject);
  const { kind, metadata } = record(requestObject);
  const [cause] = records(record(details).causes);
  const it = kind === "CustomResourceDefinition" ? `${kind}/${text(record(metadata).name)}` : "it";
  const told = `: this server refused ${it} at ${formatTime(receivedAt)}: ${withoutRule(text(message))}`;
  const at = pointerOf(fieldPath(text(cause?.field), record(requestObject)));
  const findings = explanation.findings.map((one) =>
    isAbsence(one) ? { ...one, message: `${one.message}${told}`, ...(at !== "" && { at }) } : one,
  );
  return { ...explanation, findings };
}

/** True for a finding about what is not there. */
const isAbsence = ({ code }: Cause): boolean => code === "unknown-name" || code === "routing";

import type { Cause, Explanation, WebhookStep } from "../../explain/explanation.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { podTemplate } from "../../explain/pods/pod-template.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import { callFindings, type FailedCall } from "../../lint/failed-calls/call-findings.ts";
import type { Finding } from "../../lint/finding.ts";
import { checked } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { containersGap } from "../../lint/rules/gaps/subresource-gaps.ts";

/**
 * Adds to an explanation what lint finds about the connection to each webhook whose call failed, and to the conversion
 * webhook of the request's resource. `now`: the current time, in milliseconds since 1970.
 */
export async function withCallProblems(
  explanation: Explanation,
  manifests: readonly Manifest[],
  now: number,
): Promise<Explanation> {
  const { steps, findings, notes, request } = explanation;
  const failed = steps.flatMap((step): FailedCall[] =>
    step.kind === "webhook" && step.call?.outcome === "failed"
      ? [{ of: configurationOf(step), webhook: step.name, told: step.call.message }]
      : [],
  );
  const { resource, group } = request.resource;
  const converted = notes.some((note) => note.startsWith("no conversion webhook was called"))
    ? [{ of: `CustomResourceDefinition/${resource}.${group}`, webhook: "", told: "" }]
    : [];
  const calls = [...failed, ...converted];
  if (calls.length === 0) return explanation;
  const found = new Set(calls.flatMap(await callFindings(manifests, now)));
  return { ...explanation, findings: [...findings, ...[...found].map(causeOf)] };
}

const configurationOf = ({ phase, configuration }: WebhookStep): string =>
  `${phase === "mutating" ? "Mutating" : "Validating"}WebhookConfiguration/${configuration}`;

/**
 * Adds a note about each policy that let a pod pass without reading its init containers or ephemeral containers.
 * `object`: the object of the request.
 */
export async function withContainerGaps(
  explanation: Explanation,
  object: JsonObject | null,
  manifests: readonly Manifest[],
  now: number,
): Promise<Explanation> {
  const { initContainers, ephemeralContainers } = record((podTemplate(object) ?? object)?.spec);
  const others = [...records(initContainers), ...records(ephemeralContainers)];
  const asked = explanation.steps.flatMap((step) => (step.kind === "policy" && step.called ? step.name : []));
  if (!explanation.answer.allowed || others.length === 0 || asked.length === 0) return explanation;
  const found = await checked(new Model(manifests, { now }), [containersGap]);
  const notes = found
    .flatMap(({ finding, reason }) => (reason === undefined ? finding : []))
    .filter(({ object: { name } }) => asked.includes(name))
    .map(
      ({ object: { kind, name }, message, file, line }) => `${kind}/${name}: ${message}, at ${file}:${line}`,
    );
  return { ...explanation, notes: [...explanation.notes, ...notes] };
}

const causeOf = ({ object, webhook, message, file, line, path, fix }: Finding): Cause => ({
  code: "call-failed",
  of: `${object.kind}/${object.name}`,
  webhook,
  message,
  saw: null,
  at: file === "" ? path : `${file}:${line}`,
  fix: "",
  ...(fix !== "" && { advice: fix }),
});

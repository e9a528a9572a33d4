import type { Cause, Explanation, WebhookStep } from "../../explain/explanation.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { podTemplate } from "../../explain/pods/pod-template.ts";
import { type JsonObject, record, records } from "../../json/value.ts";
import { callFindings, type FailedCall } from "../../lint/failed-calls/call-findings.ts";
import type { Finding } from "../../lint/finding.ts";
import { checked } from "../../lint/lint.ts";
import { Model } from "../../lint/model/model.ts";
import { containersGap } from "../../lint/rules/gaps/subresource-gaps.ts";
import { typeError } from "../../lint/rules/policies/type-error.ts";

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
 * Adds notes about policies that let an object pass: one that does not read init containers or ephemeral containers which a pod
 * has, and the policy `asked` about if its expressions do not fit the kind. `object`: the object of the request.
 */
export async function withPolicyGaps(
  explanation: Explanation,
  { object, asked, manifests, now }: Looked,
): Promise<Explanation> {
  const { steps, answer, notes } = explanation;
  const spec = record((podTemplate(object) ?? object)?.spec);
  const others = ["initContainers", "ephemeralContainers"].filter((list) => records(spec[list]).length > 0);
  const called = steps.flatMap((step) => (step.kind === "policy" && step.called ? step.name : []));
  const isTold = notes.some((note) => note.startsWith(`policy ${asked} asks has(`));
  const rules = [
    ...(others.length > 0 ? [containersGap] : []),
    ...(asked !== undefined && called.includes(asked) && !isTold ? [typeError] : []),
  ];
  if (!answer.allowed || rules.length === 0 || called.length === 0) return explanation;
  const found = await checked(new Model(manifests, { now }), rules);
  const more = found
    .flatMap(({ finding, reason }) => (reason === undefined ? finding : []))
    .filter(({ rule, object: { name }, message }) =>
      rule === typeError.id
        ? name === asked
        : called.includes(name) && others.some((list) => message.includes(list)),
    )
    .map(({ rule, object: { kind, name }, message, file, line, fix }) => {
      const cure = rule === typeError.id && fix !== "" ? `: ${fix}` : "";
      return `${kind}/${name}: ${message}${cure}, at ${file}:${line}`;
    });
  return { ...explanation, notes: [...notes, ...more] };
}

interface Looked {
  readonly object: JsonObject | null;
  /** Name of the policy that the user asks about. */
  readonly asked: string | undefined;
  readonly manifests: readonly Manifest[];
  /** The current time, in milliseconds since 1970. */
  readonly now: number;
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

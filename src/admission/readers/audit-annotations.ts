import { setKey } from "../../json/object.ts";
import { RawScalar } from "../../json/raw-scalar.ts";
import { stringify } from "../../json/stringify.ts";
import { isJsonObject, type Json } from "../../json/value.ts";
import type { JsonPatch } from "../../patch/operation.ts";
import type { CallLine, HookLine, Verdict } from "../verdict.ts";

/** Level of detail of an audit event, the least first. */
export type AuditLevel = "None" | "Metadata" | "Request" | "RequestResponse";

const MUTATION = "mutation.webhook.admission.k8s.io/";
const PATCH = "patch.webhook.admission.k8s.io/";
const VALIDATING = "validating.webhook.admission.k8s.io/";

/**
 * Returns the audit annotations of one admission
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, newWebhookAnnotator). Patches are written
 * from level Request on. If an event includes several admissions, the first value of a key is kept.
 */
export function auditAnnotationsOf(verdict: Verdict, level: AuditLevel): Record<string, string> {
  const out: Record<string, string> = {};
  if (level === "None") return out;
  for (const [key, value] of verdict.annotations) setKey(out, key, value);
  for (const line of verdict.asked) {
    if (line.call !== undefined) addCall(out, line, line.call, level !== "Metadata");
  }
  return out;
}

function addCall(out: Record<string, string>, line: HookLine, call: CallLine, patches: boolean): void {
  const place = `round_${line.round}_index_${line.index}`;
  const { hook } = line;
  const about = `{"configuration":${stringify(hook.configuration)},"webhook":${stringify(hook.name)}`;
  if (patches && call.patch !== undefined) {
    out[PATCH + place] = `${about},"patch":${patchText(call.patch)},"patchType":"JSONPatch"}`;
  }
  if (line.phase === "admit") out[MUTATION + place] = `${about},"mutated":${call.changed}}`;
  if (failedOpen(call))
    out[`failed-open.${line.phase === "admit" ? MUTATION : VALIDATING}${place}`] = hook.name;
  for (const { kind, host } of call.certificates) {
    out[`${kind}.invalid-cert.kubernetes.io/${host}`] = CERTIFICATES[kind];
  }
}

const CERTIFICATES = {
  "missing-san": "relies on a legacy Common Name field instead of the SAN extension for subject validation",
  "insecure-sha1": "uses an insecure SHA-1 signature",
} as const;

/** True for a failure that failurePolicy Ignore admitted. Calls that the client cancelled are not counted. */
export const failedOpen = ({ outcome }: CallLine): boolean =>
  outcome.kind === "failed" && outcome.ignored && !outcome.canceled;

/** Returns the operations with their members in order of name, as a Go map is written. */
const patchText = ({ operations }: JsonPatch): string => `[${operations.map(operationText).join(",")}]`;

function textOf(value: Json | RawScalar): string {
  if (value instanceof RawScalar) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isJsonObject(value)) return stringify(value);
  return `{${Object.keys(value)
    .map((key) => `${stringify(key)}:${textOf(value[key] ?? null)}`)
    .join(",")}}`;
}

function operationText(operation: JsonPatch["operations"][number]): string {
  if (operation === null) return "null";
  const members = Object.keys(operation).sort();
  return `{${members.map((key) => `${stringify(key)}:${textOf(operation[key] ?? null)}`).join(",")}}`;
}

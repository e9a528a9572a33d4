import { parseJson } from "../../json/parse/parse.ts";
import { isJsonObject, type JsonObject, records, text } from "../../json/value.ts";
import type { Decider, RecordedCall } from "../recording.ts";
import type { AuditEvent } from "./audit-event.ts";

const MUTATION = "mutation.webhook.admission.k8s.io/";
const PATCH = "patch.webhook.admission.k8s.io/";
const FAILED_OPEN =
  /^failed-open\.(mutating|validating)\.webhook\.admission\.k8s\.io\/round_(\d+)_index_\d+$/;
const ROUND = /^round_(\d+)_index_\d+$/;

/**
 * Returns the webhooks that were called, as far as annotations and the message have them: all mutating ones,
 * and the validating ones that refused or failed
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, mutationAnnotator).
 */
export function callsInEvent({ annotations, status }: AuditEvent): RecordedCall[] {
  const refused = refusalIn(text(status.message));
  const code = typeof status.code === "number" ? status.code : 0;
  const calls: RecordedCall[] = [];
  for (const [key, value] of Object.entries(annotations)) {
    if (key.startsWith(MUTATION)) {
      const told = parsed(value);
      const place = key.slice(MUTATION.length);
      const { patch } = parsed(annotations[`${PATCH}${place}`] ?? "{}");
      const round = Number(ROUND.exec(place)?.[1] ?? 0);
      calls.push({
        ...nothing(text(told.webhook), "mutating"),
        configuration: text(told.configuration),
        round,
        patch: records(patch),
      });
    }
    const open = FAILED_OPEN.exec(key);
    if (open !== null)
      calls.push({
        ...nothing(value, open[1] === "mutating" ? "mutating" : "validating"),
        round: Number(open[2]),
        outcome: "failed",
      });
  }
  if (refused === undefined) return calls;
  // A mutating webhook that refused is among the annotations, too.
  const others = calls.filter(({ webhook }) => webhook !== refused.webhook);
  const known =
    calls.find(({ webhook }) => webhook === refused.webhook) ?? nothing(refused.webhook, "validating");
  return [...others, { ...known, ...refused, code, reason: text(status.reason) }];
}

const nothing = (webhook: string, phase: RecordedCall["phase"]): RecordedCall => ({
  configuration: "",
  webhook,
  phase,
  round: 0,
  outcome: "allowed",
  code: 0,
  reason: "",
  message: "",
  patch: [],
  warnings: [],
  milliseconds: null,
});

function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const DENIED = 'admission webhook "';
const FAILED = 'failed calling webhook "';

/** Returns the webhook that refused or failed, with its message; undefined if the error is not from a webhook. */
function refusalIn(message: string): Pick<RecordedCall, "webhook" | "outcome" | "message"> | undefined {
  if (message.startsWith(DENIED)) {
    const end = message.indexOf('"', DENIED.length);
    const webhook = message.slice(DENIED.length, end);
    const [, why = ""] = splitOnce(message.slice(end), " denied the request: ");
    return { webhook, outcome: "denied", message: why };
  }
  const at = message.indexOf(FAILED);
  if (at < 0) return undefined;
  const end = message.indexOf('"', at + FAILED.length);
  const [, why = ""] = splitOnce(message.slice(end), "failed to call webhook: ");
  return { webhook: message.slice(at + FAILED.length, end), outcome: "failed", message: why };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** Returns the hook that refused the request, as far as its message has it. */
export function decidersInEvent({ code, status }: AuditEvent): Decider[] {
  if (code < 400) return [];
  const message = text(status.message);
  const refused = refusalIn(message);
  if (refused !== undefined) return [{ kind: "webhook", of: "", name: refused.webhook }];
  const policy = policyIn(message);
  return [policy ?? { kind: "server", of: "", name: text(status.reason) }];
}

const POLICIES = ["ValidatingAdmissionPolicy", "MutatingAdmissionPolicy"] as const;

/** Reads the policy in a message: `…: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: …` */
function policyIn(message: string): Decider | undefined {
  for (const kind of POLICIES) {
    const [, rest] = splitOnce(message, `${kind} '`);
    const [policy, binding] = splitOnce(rest ?? "", "' with binding '");
    if (binding !== undefined)
      return { kind: "policy", of: `${kind}/${policy}`, name: binding.slice(0, binding.indexOf("'")) };
  }
  return undefined;
}

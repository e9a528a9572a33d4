import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { Cause, CauseCode, Step } from "../explanation.ts";
import { type Path, placeIn, type Sources } from "../sources.ts";
import { indexOfWebhook } from "../subject.ts";

/** A cause of the webhook or policy of a step, at a place in its configuration. */
export function stepCause(
  step: Exclude<Step, { kind: "plugin" }>,
  sources: Sources,
  { code, message, path }: { readonly code: CauseCode; readonly message: string; readonly path: Path },
): Cause {
  const isWebhook = step.kind === "webhook";
  const kind = isWebhook ? WEBHOOK_KINDS[step.phase] : POLICY_KINDS[step.phase];
  const name = isWebhook ? step.configuration : step.name;
  const source = sources.find(kind, name);
  const base = isWebhook ? ["webhooks", indexOfWebhook(source, step.name)] : ["spec"];
  const webhook = isWebhook ? step.name : "";
  const at = placeIn(source, [...base, ...path]);
  return { code, of: `${kind}/${name}`, webhook, message, saw: null, at, fix: "" };
}

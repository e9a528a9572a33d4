import type { HookLine, Verdict } from "../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../api/hook-kinds.ts";
import type { KubeObject } from "../api/meta.ts";

/** A webhook or policy that changed a label of the object. */
export interface LabelChange {
  /** `webhook a.example.com of MutatingWebhookConfiguration/a`, `MutatingAdmissionPolicy a`. */
  readonly who: string;
  readonly before: string | undefined;
}

/**
 * Returns the first change of a label in the mutating phase; undefined if there is none. With `until`, only changes
 * before that line count.
 */
export function labelChange(key: string, verdict: Verdict, until?: HookLine): LabelChange | undefined {
  for (const { who, before, after } of changesIn(verdict, until)) {
    const old = before?.metadata?.labels?.[key];
    if (after !== undefined && after?.metadata?.labels?.[key] !== old) return { who, before: old };
  }
  return undefined;
}

interface ObjectChange {
  readonly who: string;
  readonly before: KubeObject | null | undefined;
  readonly after: KubeObject | null | undefined;
}

function* changesIn({ hooks, policies, validated }: Verdict, until?: HookLine): Generator<ObjectChange> {
  for (const { policy, phase, checks } of policies)
    if (phase === "admit")
      for (const { objects } of checks)
        if (objects !== undefined) yield { who: `${POLICY_KINDS[policy.phase]} ${policy.name}`, ...objects };
  const admitted = hooks.filter(({ phase }) => phase === "admit");
  for (const [i, line] of admitted.entries()) {
    if (line === until) return;
    const { name, configuration, phase } = line.hook;
    if (line.call?.changed !== true) continue;
    const who = `webhook ${name} of ${WEBHOOK_KINDS[phase]}/${configuration}`;
    yield { who, before: line.object, after: i + 1 < admitted.length ? admitted[i + 1]?.object : validated };
  }
}

import { refusesAsPolicy } from "../../admission/readers/refused-by.ts";
import type { PluginLine, Verdict } from "../../admission/verdict.ts";
import { POLICY_KINDS, WEBHOOK_KINDS } from "../../api/hook-kinds.ts";
import type { Ender } from "../subject.ts";
import type { Ending } from "./ending.ts";

/** Returns the component that ended the request before all webhooks and policies were called. */
export function enderOf(verdicts: readonly Verdict[], ending: Ending): Ender | undefined {
  for (const verdict of verdicts) {
    const line = verdict.plugins.find(({ error }) => error !== undefined);
    if (line === undefined) continue;
    const ender = ofLine(line, verdict);
    return ending.stage === "time" && ender.of === undefined ? { ...OUT_OF_TIME, phase: ender.phase } : ender;
  }
  switch (ending.stage) {
    case "done":
      return undefined;
    case "validation":
      return { who: "the server's own validation", message: "refused the request earlier", phase: "between" };
    case "time":
      return OUT_OF_TIME;
    default:
      return verdicts.length === 0
        ? { who: "the request", message: "ended before admission", phase: "mutating" }
        : { who: "the server", message: "refused the request earlier", phase: "between" };
  }
}

const OUT_OF_TIME: Ender = {
  who: "the request",
  message: "ran out of time before",
  phase: "between",
  isTime: true,
};

function ofLine({ kind, plugin, phase, error }: PluginLine, verdict: Verdict): Ender {
  const when = phase === "admit" ? "mutating" : "validating";
  const message = "refused the request earlier";
  if (kind === "builtin") return { who: `the plugin ${plugin}`, message, phase: when };
  if (kind === "policy") {
    const found = verdict.policies.find((line) => line.phase === phase && refusesAsPolicy(line, verdict));
    const who = found === undefined ? `the plugin ${plugin}` : `${POLICY_KINDS[when]} ${found.policy.name}`;
    return { who, message, phase: when };
  }
  const lines = verdict.hooks.filter((line) => line.phase === phase);
  const found =
    lines.find(({ call }) => call?.outcome.kind === "rejected" && call.outcome.error === error) ??
    lines.find(({ error: own, call }) => own !== undefined || isRefusal(call));
  if (found === undefined) return { who: `the plugin ${plugin}`, message, phase: when };
  const { name, configuration } = found.hook;
  const who = `webhook ${name} of ${WEBHOOK_KINDS[when]}/${configuration}`;
  return { who, message, phase: when, of: { name, configuration } };
}

const isRefusal = (call: Verdict["hooks"][number]["call"]): boolean =>
  call !== undefined &&
  (call.outcome.kind === "failed" ? !call.outcome.ignored : call.outcome.kind !== "allowed");

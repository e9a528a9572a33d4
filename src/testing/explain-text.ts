import { explainHooks } from "../admission/readers/explain.ts";
import type { CallLine, HookLine, PolicyLine, Verdict } from "../admission/verdict.ts";

/** One admission as text: a line for each webhook and policy that might have been asked, and why it was not. */
export function explainText(verdict: Verdict): string {
  const { operation, resource, subresource, namespace, name, user, dryRun } = verdict.attributes;
  const what = [resource.resource, subresource].filter(Boolean).join("/");
  const where = [namespace, name].filter(Boolean).join("/");
  const head = `${operation} ${what} ${where} as ${user.username}${dryRun ? ", dry run" : ""}`;
  const plugins = verdict.plugins
    .filter(({ kind, error }) => kind === "builtin" && error !== undefined)
    .map(({ plugin, error }) => `plugin ${plugin}: refused: ${error?.status.message ?? ""}`);
  const lines = [...plugins, ...verdict.policies.map(policyText), ...explainHooks(verdict).map(hookText)];
  return [head, ...lines.map((line) => `  ${line}`)].join("\n");
}

function hookText({ hook, phase, round, filter, call, error }: HookLine): string {
  const who = `${phase === "admit" ? "mutating" : "validating"} webhook ${hook.name}${round === 1 ? " (again)" : ""}`;
  if (error !== undefined) return `${who}: could not be matched: ${error.status.message}`;
  if (filter !== undefined) return `${who}: not called: ${filter.kind}, saw ${JSON.stringify(filter.saw)}`;
  return call === undefined ? `${who}: not called` : `${who}: called, ${callText(call)}`;
}

function callText({ outcome, changed, patch, milliseconds }: CallLine): string {
  const took = `${milliseconds.toFixed(1)} ms`;
  switch (outcome.kind) {
    case "allowed":
      return changed
        ? `changed the object, ${took}: ${JSON.stringify(patch?.operations)}`
        : `allowed, ${took}`;
    case "rejected":
    case "error":
      return `refused, ${took}: ${outcome.error.status.message}`;
    case "failed":
      return `failed (${outcome.failure}), ${outcome.ignored ? "ignored" : "which refuses the request"}: ${outcome.reason}`;
  }
}

function policyText({ policy, binding, param, filter, problem, checks }: PolicyLine): string {
  const who = `policy ${policy.name}${binding === undefined ? "" : `, binding ${binding.name}`}${param === undefined ? "" : `, parameter ${param}`}`;
  if (filter !== undefined) return `${who}: not asked: ${filter.kind}, saw ${JSON.stringify(filter.saw)}`;
  if (problem !== undefined) return `${who}: could not be asked: ${problem}`;
  const said = checks.flatMap(
    ({ message, changed }) => message ?? (changed === true ? "changed the object" : []),
  );
  return `${who}: asked${said.length === 0 ? "" : `: ${said.join("; ")}`}`;
}

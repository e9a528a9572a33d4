import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Time limit of a webhook without `timeoutSeconds`, in milliseconds. */
const DEFAULT_LIMIT_MS = 10_000;

/**
 * Scenarios of a result that differ from their recordings and had a call that took as long as their shortest time limit: on a
 * busy machine a webhook of the recordings then answers too late, and the server rightly continues without it. `times`: the file
 * that call-times.mjs has written.
 */
export function lateScenarios(result, folder, times) {
  const calls = existsSync(times) ? readFileSync(times, "utf8").split("\n").map(readCall) : [];
  return result.scenarios.filter(({ topic, id, steps = [] }) => {
    if (steps.every(({ agree }) => agree)) return false;
    const scenario = JSON.parse(readFileSync(join(folder, "scenarios", topic, `${id}.json`), "utf8"));
    return longestCall(scenario, calls) >= shortestLimit(scenario);
  });
}

function readCall(line) {
  const [, ms, namespace] = /^(\d+) .*?\/namespaces\/([^/?]+)/.exec(line) ?? [];
  return { ms: Number(ms), namespace };
}

function longestCall({ id, namespace = `g-${id}` }, calls) {
  return Math.max(0, ...calls.filter((call) => call.namespace === namespace).map(({ ms }) => ms));
}

/** In milliseconds: of its webhooks, of its requests, and of the time that a step may take. */
function shortestLimit({ steps }) {
  const limits = steps.flatMap(({ request, elapsed }) => [
    ...[request?.body?.webhooks].flat().map((webhook) => webhook?.timeoutSeconds * 1000),
    Number.parseFloat(request?.query?.timeout) * 1000,
    elapsed?.[1],
  ]);
  return Math.min(DEFAULT_LIMIT_MS, ...limits.filter((ms) => ms > 0));
}

/** The result, with these scenarios in the place of those before; the topics are counted again. */
export function withScenarios(result, again) {
  const byId = new Map(again.map((scenario) => [scenario.id, scenario]));
  const scenarios = result.scenarios.map((scenario) => byId.get(scenario.id) ?? scenario);
  const topics = Object.fromEntries(
    Object.entries(result.topics).map(([name, stats]) => {
      const steps = scenarios.filter(({ topic }) => topic === name).flatMap(({ steps = [] }) => steps);
      return [name, { ...stats, agreed: steps.filter(({ agree }) => agree).length }];
    }),
  );
  return { ...result, scenarios, topics };
}

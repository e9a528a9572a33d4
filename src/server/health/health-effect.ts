import { type EffectReport, isInEffect, type Replicas } from "../background/replicas/replicas.ts";
import type { Answer } from "../respond/answer.ts";
import { plain } from "../respond/plain.ts";

/**
 * Answers `/readyz/effective`: 200 if the configurations are in effect on every server over the store,
 * otherwise 500; with a line for each server. `?revision=` names the revision (a resourceVersion); default:
 * the newest change of a configuration that was committed before the request. A check of our own: it makes no
 * server unready.
 */
export async function effect(replicas: Replicas, query: URLSearchParams): Promise<Answer> {
  const asked = query.get("revision");
  if (asked !== null && !/^\d{1,15}$/.test(asked))
    return plain(400, `revision: ${JSON.stringify(asked)} is no resourceVersion\n`);
  const report = await replicas.inEffect(asked === null ? undefined : Number(asked));
  const lines = report.replicas.map(({ name, inEffect }) => {
    const has = inEffect >= report.revision;
    return `[${has ? "+" : "-"}]${name} ${has ? "ok" : "waits"}: ${inEffect}`;
  });
  return plain(isInEffect(report) ? 200 : 500, `${[...lines, summary(report)].join("\n")}\n`);
}

/** Returns the line of `/readyz?verbose`; none for a server without others. */
export async function effectLine(replicas: Replicas): Promise<readonly string[]> {
  if (replicas.alone) return [];
  const report = await replicas.inEffect().catch(() => undefined);
  if (report === undefined) return ["[-]effective unknown: the store does not answer"];
  return [`[${isInEffect(report) ? "+" : "-"}]effective ${summary(report)}`];
}

function summary(report: EffectReport): string {
  const { revision, replicas, cutOff } = report;
  if (cutOff) return `unknown: this server has not been able to renew its Lease`;
  const have = replicas.filter(({ inEffect }) => inEffect >= revision).length;
  const word = isInEffect(report) ? "ok" : "waits";
  return `${word}: revision ${revision} on ${have} of ${replicas.length} server${replicas.length === 1 ? "" : "s"}`;
}

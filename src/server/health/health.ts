import { quote } from "../../go/quote.ts";
import { messageOf } from "../../report/describe-error.ts";
import { type EffectReport, isInEffect, type Replicas } from "../background/replicas/replicas.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { bareText, plain, plainNotFound } from "../respond/plain.ts";
import {
  failingChecks,
  type Health,
  type HealthCheck,
  type HealthEndpoint,
  healthChecks,
} from "./health-checks.ts";

/** Sources of the health pages. */
export interface HealthSource extends Health {
  /** This server and the others over its store. */
  readonly replicas: Replicas;
}

const PATH = /^\/(healthz|livez|readyz)(?:\/(.+))?$/;

/**
 * Answers health checks: `ok`, a list with `?verbose`, single checks by path, `?exclude=`
 * (apiserver/pkg/server/healthz/healthz.go, InstallPathHandler).
 */
export async function health(source: HealthSource, context: RequestContext): Promise<Answer | undefined> {
  const match = PATH.exec(context.info.path);
  if (match === null) return undefined;
  const endpoint = match[1] as HealthEndpoint;
  const [, , only] = match;
  if (only === undefined) return report(source, context, endpoint);
  if (endpoint === "readyz" && only === "effective") return effect(source.replicas, context.request.query);
  if (!healthChecks(source)[endpoint].includes(only)) return plainNotFound();
  const own = source.healthChecks.find(({ name }) => name === only);
  if (own !== undefined) return single(own);
  const failing = await failingChecks(source, [only]);
  return failing.length === 0 ? bareText(200, "ok") : plain(500, `internal server error: ${only} failed\n`);
}

const single = ({ check }: HealthCheck): Promise<Answer> =>
  check().then(
    () => bareText(200, "ok"),
    (error) => plain(500, `internal server error: ${messageOf(error)}\n`),
  );

async function report(
  source: HealthSource,
  context: RequestContext,
  endpoint: HealthEndpoint,
): Promise<Answer> {
  const { query } = context.request;
  const excluded = new Set(query.getAll("exclude"));
  const checks = healthChecks(source)[endpoint];
  const failing = await failingChecks(
    source,
    checks.filter((check) => !excluded.has(check)),
  );
  const lines = checks.map((check) => {
    if (excluded.delete(check)) return `[+]${check} excluded: ok`;
    return failing.includes(check) ? `[-]${check} failed: reason withheld` : `[+]${check} ok`;
  });
  const tellsEffect = endpoint === "readyz" && query.has("verbose") && failing.length === 0;
  if (tellsEffect) lines.push(...(await effectLine(source.replicas)));
  if (excluded.size > 0) lines.push(unknownExclusions([...excluded].sort()));
  if (failing.length > 0) return plain(500, `${lines.join("\n")}\n${endpoint} check failed\n`);
  return query.has("verbose")
    ? plain(200, `${lines.join("\n")}\n${endpoint} check passed\n`)
    : plain(200, "ok");
}

const unknownExclusions = (names: readonly string[]): string =>
  `warn: some health checks cannot be excluded: no matches for ${names.map(quote).join(",")}`;

/**
 * Answers `/readyz/effective`: 200 if the configurations are in effect on every server over the store,
 * otherwise 500; with a line for each server. `?revision=` names the revision (a resourceVersion); default:
 * the newest change of a configuration that was committed before the request. A check of our own: it makes no
 * server unready.
 */
async function effect(replicas: Replicas, query: URLSearchParams): Promise<Answer> {
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
async function effectLine(replicas: Replicas): Promise<readonly string[]> {
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

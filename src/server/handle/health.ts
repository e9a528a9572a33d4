import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { plain, plainNotFound } from "./plain.ts";

const PATH = /^\/(healthz|livez|readyz)(?:\/([\w-]+))?\/?$/;

/** Health checks: `ok`, a list with `?verbose`, single checks by path, `?exclude=` (api-surface A.1). */
export function health(house: House, context: RequestContext): Answer | undefined {
  const match = PATH.exec(context.info.path);
  if (match === null) return undefined;
  const [, name = "", only] = match;
  const checks = checksOf(house);
  if (only !== undefined)
    return checks.has(only) ? report(only, single(checks, only), context) : plainNotFound();
  const excluded = new Set(context.request.query.getAll("exclude"));
  return report(name, new Map([...checks].filter(([check]) => !excluded.has(check))), context);
}

function checksOf(house: House): ReadonlyMap<string, () => boolean> {
  return new Map([
    ["ping", () => true],
    ["log", () => true],
    ["etcd", () => house.storage.revision > 0],
  ]);
}

const single = (
  checks: ReadonlyMap<string, () => boolean>,
  name: string,
): ReadonlyMap<string, () => boolean> => new Map([[name, checks.get(name) ?? (() => false)]]);

function report(name: string, checks: ReadonlyMap<string, () => boolean>, context: RequestContext): Answer {
  const results = [...checks].map(([check, run]) => ({ check, ok: run() }));
  const ok = results.every((r) => r.ok);
  const lines = results.map((r) => (r.ok ? `[+]${r.check} ok` : `[-]${r.check} failed: reason withheld`));
  if (!ok) return plain(500, `${lines.join("\n")}\n${name} check failed\n`);
  return context.request.query.has("verbose")
    ? plain(200, `${lines.join("\n")}\n${name} check passed\n`)
    : plain(200, "ok");
}

import type { Scenario } from "../scenario.ts";

export const QUOTAS = "/api/v1/namespaces/{{ns}}/resourcequotas";

/** A quota with nothing used yet, as its controller would write it. */
export function quota(s: Scenario, name: string, hard: object, spec: object = {}): void {
  s.post(QUOTAS, { metadata: { name }, spec: { hard, ...spec } });
  const used = Object.fromEntries(Object.keys(hard).map((key) => [key, "0"]));
  s.patch("merge", `${QUOTAS}/${name}/status`, { status: { hard, used } });
}

import { FIXTURES, REQUESTS, TOKEN } from "../audit/requests.ts";
import type { Case, Step } from "../case.ts";
import type { Random } from "../random.ts";

const setup = (step: Omit<Step, "name">, name: string): Step => ({
  ...step,
  name,
  silent: true,
  isSetup: true,
});

/** Requests by several users, each with all events that the audit log has of it. */
export function auditCase(random: Random): Case {
  const requests = random.times(6, 14, (i): Step => {
    const { headers, ...request } = random.pick(REQUESTS);
    return { ...request, name: `request ${i}`, headers: { ...headers, ...whoAsks(random) } };
  });
  const steps = [
    ...FIXTURES.map((step, i) => setup(step, `fixture ${i}`)),
    setup(TOKEN, "token"),
    ...requests,
  ];
  return { area: "audit", steps, audits: true };
}

/** The administrator, most of the time. */
function whoAsks(random: Random): Record<string, string | null> {
  const turn = random.next();
  if (turn < 0.6) return {};
  if (turn < 0.75) return { authorization: "Bearer {{=token:/status/token}}" };
  if (turn < 0.8) return { authorization: null };
  if (turn < 0.83) return { authorization: "Bearer unknown" };
  const other = { "impersonate-user": random.pick(["somebody", "system:admin"]) };
  if (turn < 0.9) return { ...other, "impersonate-group": "system:masters" };
  if (turn < 0.95) return { ...other, "impersonate-uid": "7", "impersonate-extra-a%2fb": "c" };
  return { "impersonate-group": "system:masters" };
}

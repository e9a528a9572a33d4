import { Random } from "../../../tools/differential/random.ts";
import type { Answer } from "./client.ts";
import { BEHAVIOURS } from "./hostile/behaviours.ts";
import type { HookType, Outcome } from "./hostile/call.ts";
import { LISTENERS, type ListenerName } from "./hostile/listeners.ts";
import { POLICIES, TIMEOUT_S, TYPES } from "./hostile/start-hostile.ts";
import type { Target } from "./target.ts";
import type { WireBorder } from "./wire-border.ts";

/** One hostile call: the listener, and its behaviour. */
interface Plan {
  readonly listener: ListenerName;
  readonly type: HookType;
  readonly failurePolicy: (typeof POLICIES)[number];
  readonly behaviour: string;
  readonly seed: string;
  readonly dryRun: boolean;
}

/** Time that a busy machine may add to the time limit of the webhook. */
const MARGIN_MS = 20_000;
const MAPS = "/api/v1/namespaces/hooked/configmaps";
const TRUSTED = LISTENERS.filter(({ trusted }) => trusted).map(({ name }) => name);
const OTHERS = LISTENERS.filter(({ trusted }) => !trusted).map(({ name }) => name);
const NAMES = [...BEHAVIOURS.keys()];
/** Behaviours that transfer megabytes are chosen less often. */
const HEAVY = NAMES.filter((name) => /bomb|flood|great|many|deep|without-end|20,000/.test(name));
const LIGHT = NAMES.filter((name) => !HEAVY.includes(name));

/** Hostile webhooks. */
export const WEBHOOKS: WireBorder = {
  name: "webhooks",
  parallel: 64,
  make(random) {
    const plan: Plan = {
      listener: random.pick(random.chance(0.75) ? TRUSTED : OTHERS),
      type: random.pick(TYPES),
      failurePolicy: random.pick(POLICIES),
      behaviour: random.pick(random.chance(0.03) ? HEAVY : LIGHT),
      seed: String(random.int(0, 2 ** 30)),
      dryRun: random.chance(0.5),
    };
    return Buffer.from(JSON.stringify(plan));
  },
  async send(input, target) {
    const plan = JSON.parse(input.toString()) as Plan;
    try {
      return await play(plan, target);
    } catch (error) {
      return `${plan.behaviour} of ${plan.listener}: ${error instanceof Error ? error.message : String(error)}`;
    }
  },
  async check({ ask }) {
    await ask("DELETE", MAPS);
    let problem: string | undefined;
    // On a busy machine single calls may be late.
    for (let attempt = 0; attempt < 5; attempt++) {
      const { status, text } = await ask("POST", `${MAPS}?dryRun=All`, { body: objectOf(HEALTHY, "x") });
      if (status === 201 && text.includes('"patched":"yes"')) return undefined;
      problem = `a healthy call beside: ${status} ${text.slice(0, 300)}`;
    }
    return problem;
  },
};

const HEALTHY: Plan = {
  listener: "good",
  type: "mutating",
  failurePolicy: "Fail",
  behaviour: "good-patch",
  seed: "1",
  dryRun: true,
};

let made = 0;

const objectOf = ({ listener, type, failurePolicy, behaviour, seed }: Plan, name: string) => ({
  metadata: { name, labels: { listener, type, failurePolicy } },
  data: { behaviour, seed, type },
});

async function play(plan: Plan, { ask }: Target): Promise<string | undefined> {
  const name = `h${++made}`;
  const body = objectOf(plan, name);
  const path = plan.dryRun ? `${MAPS}?dryRun=All` : MAPS;
  const answer = await ask("POST", path, { body, timeoutMs: TIMEOUT_S * 1000 + MARGIN_MS });
  const problem = problemOf(plan, answer, body);
  if (problem !== undefined)
    return `${plan.behaviour} of ${plan.listener}, ${plan.type}, ${plan.failurePolicy}: ${problem}`;
  if (answer.status === 201) return undefined;
  const stored = await ask("GET", `${MAPS}/${name}`);
  return stored.status === 404 ? undefined : `${plan.behaviour}: refused, and stored all the same`;
}

function outcomeOf({ listener, behaviour, seed, type }: Plan): Outcome {
  if (OTHERS.includes(listener)) return "no";
  return BEHAVIOURS.get(behaviour)?.(new Random(seed), type).outcome ?? "no";
}

/** Messages of calls that took too long: a busy machine does that to good ones, too. */
const LATE = /deadline exceeded|timeout/i;

function problemOf(
  plan: Plan,
  { status, text }: Answer,
  sent: ReturnType<typeof objectOf>,
): string | undefined {
  const outcome = outcomeOf(plan);
  const told = `answered ${status} ${text.slice(0, 300)}`;
  // Codes above 999 end in the reference's panic.
  if (/Internal error occurred: internal error/.test(text)) return told;
  if (/caused apiserver to panic/.test(text) && plan.behaviour !== "code-out-of-range") return told;
  if (status < 200 || (status > 201 && status < 400) || (status === 403 && /forbidden: User/.test(text)))
    return told;
  const stored = status === 201;
  if (outcome === "yes") return stored || LATE.test(text) ? undefined : `a valid answer: ${told}`;
  if (outcome === "never")
    return stored && !LATE.test(text) && mayBeLate(plan) ? `was not to be admitted: ${told}` : undefined;
  if (outcome === "maybe" || !stored) return undefined;
  if (plan.failurePolicy === "Fail") return `was not to be admitted: ${told}`;
  return isUnchanged(text, sent) ? undefined : `was changed by an answer that is none: ${told}`;
}

/** True if a late refusal still refuses the object. With `Ignore`, a webhook that responds too late is ignored. */
const mayBeLate = ({ failurePolicy }: Plan): boolean => failurePolicy === "Fail";

function isUnchanged(text: string, sent: ReturnType<typeof objectOf>): boolean {
  const { metadata, data } = JSON.parse(text) as ReturnType<typeof objectOf>;
  return (
    JSON.stringify(Object.entries(data).sort()) === JSON.stringify(Object.entries(sent.data).sort()) &&
    Object.keys(metadata.labels).length === Object.keys(sent.metadata.labels).length
  );
}

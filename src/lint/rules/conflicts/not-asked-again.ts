import { serviceKey } from "../../bring-up/backend.ts";
import { AskedTogether } from "../../conflicts/asked-together.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import { nameText } from "../../outage/outage.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Highest number of webhooks for pods that are compared; a longer list would not be readable. */
const MOST = 30;

/** Mutating webhooks are called in the order of the names of their configurations. */
export const notAskedAgain: Rule = {
  id: "not-asked-again",
  severity: "info",
  summary: "A mutating webhook for pods is called before other webhooks, and is not called again after them",
  async check(model) {
    const together = new AskedTogether(model);
    const all = model.webhooks.filter(({ phase, hook }) => phase === "mutating" && mayTakePods(hook.rules));
    const ordered = [...all].sort((a, b) =>
      Buffer.compare(Buffer.from(a.configuration), Buffer.from(b.configuration)),
    );
    const problems: Problem[] = [];
    for (const [index, one] of ordered.slice(0, MOST).entries()) {
      if (one.hook.reinvocationPolicy === "IfNeeded") continue;
      const later = ordered.slice(index + 1, MOST).filter((other) => isOther(one, other));
      const after: WebhookEntry[] = [];
      for (const other of later)
        if ((await together.find(one, other, "CREATE pods")) !== undefined) after.push(other);
      if (after.length > 0) problems.push(problemOf(one, after));
    }
    return problems;
  },
};

const mayTakePods = (rules: WebhookEntry["hook"]["rules"]): boolean =>
  rules.some(({ resources }) => resources.some((name) => ["pods", "*", "*/*"].includes(name)));

/** True if two webhooks belong to different programs. */
const isOther = (one: WebhookEntry, other: WebhookEntry): boolean =>
  one.configuration !== other.configuration &&
  (serviceKey(one) === "" || serviceKey(one) !== serviceKey(other));

function problemOf(one: WebhookEntry, after: readonly WebhookEntry[]): Problem {
  const message = `in the order of names, it is called before ${after.map(nameText).join(", ")} for new pods, and reinvocationPolicy is Never: it does not see their changes, such as added containers`;
  const fix = "write reinvocationPolicy: IfNeeded, if a second call for the same pod is harmless";
  return { of: one.of, path: one.base, webhook: one.name, message, fix };
}

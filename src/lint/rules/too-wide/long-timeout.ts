import { HANDLER_TIMEOUT_MS } from "../../../server/accept/deadline.ts";
import type { Model } from "../../model/model.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Rule } from "../../rule.ts";

const LONG = 15;
const WRITE_SECONDS = HANDLER_TIMEOUT_MS / 1000;

/**
 * Clients wait for the whole timeout while the webhook is down. kube-apiserver ends a write after
 * WRITE_SECONDS in all.
 */
export const longTimeout: Rule = {
  id: "long-timeout",
  severity: "info",
  summary: "A webhook for built-in resources may take more than 15 seconds",
  check: (model) =>
    model.webhooks
      .filter((entry) => (entry.hook.timeoutSeconds ?? 0) > LONG && takesBuiltin(entry, model))
      .map(({ of, name, base, hook, written }) => ({
        of,
        webhook: name,
        path: [...base, "timeoutSeconds"],
        message: `timeoutSeconds ${written.timeoutSeconds === undefined ? "are by default" : "are"} ${hook.timeoutSeconds}: while it hangs, each request waits for this time, and ${together(hook.timeoutSeconds ?? 0)} such webhooks use all time of a write (${WRITE_SECONDS} s)`,
        fix: "timeoutSeconds: 5",
      })),
};

const together = (seconds: number): string => (seconds * 2 >= WRITE_SECONDS ? "two" : "three");

const takesBuiltin = ({ hook: { rules } }: WebhookEntry, { registry }: Model): boolean =>
  rules.some(({ apiGroups }) =>
    apiGroups.some(
      (group) =>
        group === "*" || registry.resources.some((resource) => !resource.custom && resource.group === group),
    ),
  );

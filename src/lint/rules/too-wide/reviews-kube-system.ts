import type { Model } from "../../model/model.ts";
import { labelsOf } from "../../model/names.ts";
import { isAsked } from "../../model/sample-request.ts";
import type { WebhookEntry } from "../../model/webhooks.ts";
import type { Problem, Rule } from "../../rule.ts";
import { podIn } from "./needed-requests.ts";
import { isEverything } from "./reviews-everything.ts";

const SYSTEM = "kube-system";

/** DNS, network agents and the proxies of nodes run in kube-system. */
export const reviewsKubeSystem: Rule = {
  id: "reviews-kube-system",
  severity: "warning",
  summary: "A webhook that must answer is called for pods in kube-system",
  check: (model) =>
    model.webhooks.flatMap((entry): Problem[] => {
      const { of, name, base, hook } = entry;
      const { service } = hook.target.clientConfig;
      if (!mustAnswer(entry) || service?.namespace === SYSTEM) return [];
      if (!isAsked(hook, podIn(SYSTEM, labelsIn(SYSTEM, model), {}), model.registry)) return [];
      const message = `it is called for pods in ${SYSTEM}, with failurePolicy Fail: while it is down, DNS and network agents cannot restart, and it may need them itself`;
      const fix = "exclude kube-system with namespaceSelector (kubernetes.io/metadata.name NotIn)";
      return [{ of, webhook: name, path: [...base, "namespaceSelector"], message, fix }];
    }),
};

const mustAnswer = (entry: WebhookEntry): boolean =>
  entry.hook.failurePolicy === "Fail" && !isEverything(entry);

/** Returns the labels of a namespace; undefined if no manifest has them. */
function labelsIn(namespace: string, model: Model): Record<string, string> | undefined {
  const found = model.find("Namespace", "", namespace);
  return found && labelsOf(found, "labels");
}

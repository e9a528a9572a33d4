import type { Problem, Rule } from "../../rule.ts";

/** A webhook that changes the spec of a pod that runs makes every update of the pod fail. */
export const changesRunningPods: Rule = {
  id: "changes-running-pods",
  severity: "info",
  summary: "A mutating webhook is called for updates of pods, whose spec can hardly change",
  check: ({ webhooks }) =>
    webhooks.flatMap(({ of, name, base, phase, hook }): Problem[] => {
      const index = hook.rules.findIndex(
        ({ apiGroups, resources, operations }) =>
          apiGroups.includes("") &&
          resources.includes("pods") &&
          operations.some((one) => one === "*" || one === "UPDATE"),
      );
      // Conditions can exclude pods that run.
      if (phase !== "mutating" || index < 0 || hook.conditions.length > 0) return [];
      const message =
        "it is called for updates of pods that run: if it changes their spec, the server refuses the update, also that of a label or a finalizer (pod updates may not change fields other than …)";
      return [
        {
          of,
          webhook: name,
          path: [...base, "rules", index, "operations"],
          message,
          fix: "operations: [CREATE], unless it changes only metadata",
        },
      ];
    }),
};

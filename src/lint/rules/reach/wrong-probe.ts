import { wrongProbe } from "../../../explain/message/told-pods.ts";
import { backendsOf } from "../../bring-up/backend.ts";
import type { Problem, Rule } from "../../rule.ts";

/** Only arguments that many operators have are known: other programs choose the address of their probes in their own way. */
export const wrongProbeRule: Rule = {
  id: "wrong-probe",
  severity: "warning",
  summary:
    "The readiness probe of a webhook asks another port than the one that an argument of its container sets",
  check: (model) =>
    backendsOf(model).flatMap(({ workloads, hooks: [hook] }) =>
      workloads.flatMap(({ of, template }): Problem[] => {
        const found = wrongProbe(template.spec);
        if (found === undefined) return [];
        const connection = hook && { of: hook.of, webhook: hook.name, config: hook.hook.target.clientConfig };
        const message = found.says;
        const fix = `write ${found.port}`;
        return [
          { of, path: ["spec", "template", ...found.path], message, fix, ...(connection && { connection }) },
        ];
      }),
    ),
};

import { nearest } from "../../../explain/near.ts";
import { kindOf } from "../../model/names.ts";
import type { Rule } from "../../rule.ts";

/** A binding can be in another file: without a cluster this is only a hint. */
export const noBinding: Rule = {
  id: "no-binding",
  severity: "warning",
  summary: "An admission policy has no binding, so that it is never evaluated",
  check: ({ policies, bindings, complete }) =>
    policies.flatMap(({ of, phase, name }) => {
      const own = bindings.filter((one) => one.phase === phase).map(({ binding }) => binding.policyName);
      if (own.includes(name)) return [];
      const near = nearest(name, own);
      const kind = `${kindOf(of)}Binding`;
      const hint = near === undefined ? "" : `; one is bound to "${near}"`;
      return [
        {
          of,
          path: ["metadata", "name"],
          message: `there is no ${kind} of it${complete ? "" : " among these manifests"}: it is never evaluated${hint}`,
          fix: near === undefined ? `add a ${kind}` : `policyName: ${name}`,
          severity: complete || near !== undefined ? "warning" : "info",
        },
      ];
    }),
};

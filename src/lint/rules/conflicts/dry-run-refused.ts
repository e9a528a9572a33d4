import type { Rule } from "../../rule.ts";

/** v1 requires None or NoneOnDryRun. v1beta1, and configurations that were stored with it, do not. */
export const dryRunRefused: Rule = {
  id: "dry-run-refused",
  severity: "warning",
  summary: "A webhook may have side effects, so that the API server refuses dry runs of its requests",
  check: ({ webhooks, configurations }) => {
    // Configurations that the server refuses have another finding.
    const refused = new Set(configurations.filter((one) => one.errors().length > 0).map(({ of }) => of));
    return webhooks
      .filter(
        ({ of, hook }) => !refused.has(of) && !["None", "NoneOnDryRun"].includes(hook.sideEffects ?? ""),
      )
      .map(({ of, base, name, hook }) => ({
        of,
        path: [...base, "sideEffects"],
        webhook: name,
        message: `sideEffects is ${hook.sideEffects ?? "not set"}: the API server refuses dry runs (kubectl diff, kubectl apply --dry-run=server) of its requests`,
        fix: "write sideEffects: None, or NoneOnDryRun if the webhook checks request.dryRun",
      }));
  },
};

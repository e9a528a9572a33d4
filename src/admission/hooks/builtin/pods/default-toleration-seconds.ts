import { specOf } from "../../../../api/meta.ts";
import { type JsonObject, records, text } from "../../../../json/value.ts";
import type { BuiltinPlugin } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { isPods } from "../is-resource.ts";

/** Default time that pods stay on such a node, in seconds. */
export interface TolerationSeconds {
  readonly notReady: number;
  readonly unreachable: number;
}

const FIVE_MINUTES: TolerationSeconds = { notReady: 300, unreachable: 300 };

/**
 * Adds tolerations with which pods stay for some time on nodes that are not ready or unreachable, unless they
 * have their own.
 */
export function defaultTolerationSeconds({
  notReady,
  unreachable,
}: TolerationSeconds = FIVE_MINUTES): BuiltinPlugin {
  const defaults = [
    tolerationOf("node.kubernetes.io/not-ready", notReady),
    tolerationOf("node.kubernetes.io/unreachable", unreachable),
  ];
  return {
    kind: "builtin",
    name: "DefaultTolerationSeconds",
    operations: new Set(["CREATE", "UPDATE"]),
    admit: ({ attributes, object }) => {
      if (object === null || !isPods(attributes)) return undefined;
      const tolerations = records(specOf(object).tolerations);
      const missing = defaults.filter(({ key }) => !tolerations.some((one) => tolerates(one, key)));
      if (missing.length === 0) return undefined;
      return withSpec(object, { tolerations: [...tolerations, ...missing] });
    },
  };
}

function tolerates({ key, effect }: JsonObject, taint: string): boolean {
  return (text(key) === "" || key === taint) && (text(effect) === "" || effect === "NoExecute");
}

const tolerationOf = (key: string, tolerationSeconds: number) => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds,
});

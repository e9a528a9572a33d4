import { type JsonObject, records, text } from "../../../api/json.ts";
import type { BuiltinPlugin } from "../../hook.ts";
import { specOf, withSpec } from "./fields.ts";
import { isPods } from "./is-resource.ts";

const SECONDS = 300;
const TAINTS = ["node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable"] as const;

/** Pods stay five minutes on nodes that are not ready or out of reach, unless they say otherwise. */
export const defaultTolerationSeconds: BuiltinPlugin = {
  kind: "builtin",
  name: "DefaultTolerationSeconds",
  operations: new Set(["CREATE", "UPDATE"]),
  admit: ({ attributes, object }) => {
    if (object === null || !isPods(attributes)) return undefined;
    const tolerations = records(specOf(object).tolerations);
    const missing = TAINTS.filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
    if (missing.length === 0) return undefined;
    return withSpec(object, { tolerations: [...tolerations, ...missing.map(tolerationOf)] });
  },
};

function tolerates({ key, effect }: JsonObject, taint: string): boolean {
  return (text(key) === "" || key === taint) && (text(effect) === "" || effect === "NoExecute");
}

const tolerationOf = (key: string): JsonObject => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: SECONDS,
});

import { specOf } from "../../../../api/meta.ts";
import { records } from "../../../../json/value.ts";
import type { BuiltinPlugin } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { isResource } from "../is-resource.ts";

const NOT_READY = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" } as const;

/** Adds the not-ready taint to a new node, until a controller removes it. */
export const taintNodesByCondition: BuiltinPlugin = {
  kind: "builtin",
  name: "TaintNodesByCondition",
  operations: new Set(["CREATE"]),
  admit: ({ attributes, object }) => {
    if (object === null || !isResource(attributes, "", "nodes")) return undefined;
    const taints = records(specOf(object).taints);
    const tainted = taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect);
    return tainted ? undefined : withSpec(object, { taints: [...taints, { ...NOT_READY }] });
  },
};

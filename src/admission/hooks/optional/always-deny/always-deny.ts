import type { BuiltinPlugin, PluginContext } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";

const deny = (context: PluginContext) => forbid(context, "admission control is denying all modifications");

/** Refuses every request (kubernetes/plugin/pkg/admission/deny/admission.go). */
export const alwaysDeny: BuiltinPlugin = {
  kind: "builtin",
  name: "AlwaysDeny",
  operations: new Set(["CREATE", "UPDATE", "DELETE", "CONNECT"]),
  admit: deny,
  validate: deny,
};

import { specOf } from "../../../../api/meta.ts";
import { defaultClassOf } from "../../../../api/object/default-class.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../../hook.ts";
import { withSpec } from "../fields.ts";
import { isResource } from "../is-resource.ts";

const GROUP = "networking.k8s.io";

/** Sets the default class of an Ingress that names no class, neither in its spec nor in its annotation. */
export const defaultIngressClass: BuiltinPlugin = {
  kind: "builtin",
  name: "DefaultIngressClass",
  operations: new Set(["CREATE"]),
  admit: (context) => {
    const { attributes, object } = context;
    if (object === null || !isResource(attributes, GROUP, "ingresses")) return undefined;
    const named =
      object.metadata.annotations?.["kubernetes.io/ingress.class"] ??
      specOf(object).ingressClassName ??
      undefined;
    return named === undefined ? setDefault(context) : undefined;
  },
};

function setDefault({ object, lookup }: PluginContext): PluginResult {
  const classes = lookup.list(GROUP, "ingressclasses");
  const name = defaultClassOf(classes, ["ingressclass.kubernetes.io/is-default-class"]);
  return name === undefined || object === null ? undefined : withSpec(object, { ingressClassName: name });
}

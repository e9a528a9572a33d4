import { type KubeObject, specOf } from "../../../../api/meta.ts";
import { notFound } from "../../../../api/status.ts";
import { quote } from "../../../../go/quote.ts";
import { record, text, texts } from "../../../../json/value.ts";
import type { PluginContext, PluginResult } from "../../../hook.ts";
import { forbid } from "../../builtin/forbid.ts";
import { mentionsAudience } from "./pod-audiences.ts";

/** Allows tokens that are bound to a pod of the node, for audiences that this pod names. */
export function restrictToken(context: PluginContext, node: string): PluginResult {
  const { operation, subresource, namespace } = context.attributes;
  if (operation !== "CREATE" || subresource !== "token") return undefined;
  const { apiVersion, kind, name, uid } = record(specOf(context.object).boundObjectRef);
  if (apiVersion !== "v1" || kind !== "Pod" || text(name) === "")
    return forbid(context, "node requested token not bound to a pod");
  if (text(uid) === "") return forbid(context, "node requested token with a pod binding without a uid");
  const pod = context.lookup.get("", "pods", namespace, text(name));
  if (pod === undefined) return notFound({ group: "", resource: "pod" }, text(name));
  if (uid !== pod.metadata.uid)
    return forbid(
      context,
      `the UID in the bound object reference (${text(uid)}) does not match the UID in record. The object might have been deleted and then recreated`,
    );
  if (specOf(pod).nodeName !== node)
    return forbid(context, "node requested token bound to a pod scheduled on a different node");
  const problem = audienceProblem(context, pod);
  return problem === undefined ? undefined : forbid(context, problem);
}

function audienceProblem(context: PluginContext, pod: KubeObject): string | undefined {
  const [audience = "", ...more] = texts(specOf(context.object).audiences);
  if (more.length > 0) return "node may only request 0 or 1 audiences";
  const mentioned = mentionsAudience(context.lookup, pod, audience);
  if (typeof mentioned === "string") return `error validating audience ${quote(audience)}: ${mentioned}`;
  return mentioned ? undefined : rightProblem(context, audience);
}

/**
 * Returns the error if the node is not authorized for an audience. Authorization rules can name the audience
 * as a resource, and the service account as its name.
 */
function rightProblem({ attributes, ports }: PluginContext, audience: string): string | undefined {
  const { user, namespace, name } = attributes;
  const answer = ports.authorize?.(user, {
    kind: "resource",
    verb: "request-serviceaccounts-token-audience",
    group: "",
    resource: audience,
    subresource: "",
    namespace,
    name,
    fieldSelector: "",
    labelSelector: "",
  });
  if (answer?.decision === "allow") return undefined;
  return `${user.username} is not authorized to request tokens for audience ${quote(audience)}`;
}

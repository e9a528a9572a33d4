import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { quote } from "../../../api/quote.ts";
import { badRequest, forbidden, notFound } from "../../../api/status.ts";
import { isTrue } from "../../accept/query-values.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import { groupResource, storageKey, type Target } from "../target.ts";
import { admitted, beginAdmission } from "../write/admission.ts";
import { containerOf } from "./pod-container.ts";

/** exec, attach, portforward, proxy: admission on the options, then the reference's answer where no node runs the pod. */
export async function connect(house: House, context: RequestContext, target: Target): Promise<Answer> {
  if (context.request.query.has("dryRun")) throw badRequest("dryRun is not supported");
  const options = connectOptions(target, context);
  const admission = beginAdmission(house, context, target, {
    operation: "CONNECT",
    name: target.name,
    dryRun: false,
    options: null,
    oldObject: null,
  });
  const mutated = admitted(context, admission, await admission.mutate(options)) as KubeObject;
  admitted(context, admission, await admission.validate(mutated));
  if (target.subresource?.name !== "proxy") requireCreate(house, context);
  return refuse(house, target, mutated);
}

/** WebSockets begin with GET: whoever may only `get` may not run something by it (pkg/registry/core/pod/rest/authorize.go). */
function requireCreate({ authorize }: House, { info, user }: RequestContext): void {
  if (info.verb === "create") return;
  const attributes = { ...info, user, verb: "create" };
  const { decision, reason } = authorize(attributes);
  if (decision !== "allow")
    throw forbidden({ group: info.group, resource: info.resource }, info.name, reason);
}

/** The options object that admission sees: from the query, false and empty values left out. */
function connectOptions({ subresource }: Target, context: RequestContext): KubeObject {
  const { query } = context.request;
  const kind = subresource?.kind?.kind ?? "";
  const options: JsonObject = { kind, apiVersion: "v1" };
  for (const flag of ["stdin", "stdout", "stderr", "tty"]) if (isTrue(query.get(flag))) options[flag] = true;
  const container = query.get("container");
  if (container) options.container = container;
  if (query.has("command")) options.command = query.getAll("command");
  if (query.has("ports")) options.ports = query.getAll("ports").map(Number);
  if (subresource?.name === "proxy") options.path = `/${context.info.rest.join("/")}`;
  return options as KubeObject;
}

async function refuse(house: House, target: Target, options: KubeObject): Promise<never> {
  const { resource, subresource, namespace, name } = target;
  const proxy = subresource?.name === "proxy";
  const plain = proxy ? splitProxyName(resource.plural, name) : name;
  const entry = await house.storage.get(storageKey(resource, namespace, plain));
  if (entry === undefined) throw notFound(groupResource(target), plain);
  if (resource.plural === "services") throw notFound(groupResource(target), plain);
  if (proxy) throw badRequest("address not allowed");
  const pod = entry.document.value as KubeObject;
  if (subresource?.name !== "portforward")
    containerOf(pod, typeof options.container === "string" ? options.container : "");
  throw badRequest(`pod ${plain} does not have a host assigned`);
}

/** `[scheme:]name[:port]`. */
function splitProxyName(plural: string, text: string): string {
  const parts = text.split(":");
  if (parts.length <= 2) return parts[0] ?? "";
  const [scheme = "", name = ""] = parts;
  if (parts.length === 3 && (scheme === "http" || scheme === "https" || scheme === "")) return name;
  throw badRequest(`invalid ${plural.replace(/s$/, "")} request ${quote(text)}`);
}

import type { GroupResource } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { forbidden, internalError, notFound, StatusError } from "../../../api/status.ts";
import { record } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { BuiltinPlugin, PluginContext, PluginResult } from "../../hook.ts";
import { nameOf } from "./forbid.ts";

const IMMORTAL: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);
const FORCE_LIVE_MS = 30_000;
const FORCE_LIVE_NAMES = 100;

/**
 * Refuses creation in namespaces that do not exist, and in those that are being deleted
 * (apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go, Admit). Runs before any webhook.
 */
export function namespaceLifecycle(): BuiltinPlugin {
  const recentlyDeleted = new RecentlyDeleted();
  return {
    kind: "builtin",
    name: "NamespaceLifecycle",
    operations: new Set(["CREATE", "DELETE"]),
    admit: (context) => admit(context, recentlyDeleted),
  };
}

function admit(context: PluginContext, deleted: RecentlyDeleted): PluginResult | Promise<PluginResult> {
  const { operation, kind, resource, namespace } = context.attributes;
  const isNamespace = kind.kind === "Namespace" && kind.group === "";
  if (isNamespace && operation === "DELETE") return deleteNamespace(context, deleted);
  if (isNamespace || namespace === "" || operation === "DELETE") return undefined;
  // A user who checks access must not learn which namespaces exist.
  if (resource.group === "authorization.k8s.io" && resource.resource === "localsubjectaccessreviews")
    return undefined;
  return writeContent(context, deleted);
}

function deleteNamespace({ attributes, ports }: PluginContext, deleted: RecentlyDeleted): PluginResult {
  if (IMMORTAL.has(attributes.name)) {
    return forbidden(attributes.resource, attributes.name, "this namespace may not be deleted");
  }
  deleted.add(attributes.name, ports.now());
  return undefined;
}

function writeContent(
  context: PluginContext,
  deleted: RecentlyDeleted,
): PluginResult | Promise<PluginResult> {
  const { lookup, attributes, ports } = context;
  const cached = lookup.get("", "namespaces", "", attributes.namespace);
  const doubtful =
    cached === undefined || (isActive(cached) && deleted.has(attributes.namespace, ports.now()));
  return doubtful && lookup.live ? askStore(context) : judge(context, cached);
}

async function askStore(context: PluginContext): Promise<PluginResult> {
  const { lookup, attributes } = context;
  try {
    return judge(context, await lookup.live?.("", "namespaces", "", attributes.namespace));
  } catch (error) {
    if (error instanceof StatusError && error.reason === "NotFound") return error;
    return internalError(messageOf(error), error);
  }
}

function judge(context: PluginContext, found: KubeObject | undefined): PluginResult {
  const { resource, namespace } = context.attributes;
  return contentRefusal({ resource, namespace, name: nameOf(context) }, found);
}

/**
 * Returns the refusal of new objects in a namespace; `found` is undefined if it does not exist. Undefined:
 * they are allowed.
 */
export function contentRefusal(
  { resource, namespace, name }: { resource: GroupResource; namespace: string; name: string },
  found: KubeObject | undefined,
): StatusError | undefined {
  if (found === undefined) return notFound({ group: "", resource: "namespaces" }, namespace);
  if (isActive(found)) return undefined;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  return forbidden(resource, name, why, [
    {
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    },
  ]);
}

const isActive = (namespace: KubeObject): boolean => record(namespace.status).phase !== "Terminating";

/** Names of namespaces whose deletion may not be in the cache yet. */
class RecentlyDeleted {
  readonly #until = new Map<string, number>();

  add(name: string, now: number): void {
    this.#until.delete(name);
    this.#until.set(name, now + FORCE_LIVE_MS);
    for (const oldest of this.#until.keys()) {
      if (this.#until.size <= FORCE_LIVE_NAMES) break;
      this.#until.delete(oldest);
    }
  }

  has(name: string, now: number): boolean {
    const until = this.#until.get(name);
    if (until !== undefined && until <= now) this.#until.delete(name);
    return until !== undefined && until > now;
  }
}

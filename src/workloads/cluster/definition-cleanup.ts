import type { KubeObject } from "../../api/meta.ts";
import { kubeObject } from "../../api/object/kube-object.ts";
import { formatTime } from "../../api/time.ts";
import { membersOf, record } from "../../json/value.ts";
import type {
  CustomResourceDefinitionCondition as Condition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
} from "../../types/tables/apiextensions/v1-types.ts";
import { type ApiClient, itemsOf } from "../base/api-client.ts";
import { type Controller, type ControllerContext, isDying } from "../base/controller.ts";
import { servedVersions } from "./definition-registration/served-versions.ts";

const CLEANUP = "customresourcecleanup.apiextensions.k8s.io";
const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * Deletes the custom resources of a CustomResourceDefinition that is being deleted, then removes its clean-up
 * finalizer. Webhooks are not called for these objects, as in the reference: its CRDFinalizer deletes them in
 * the store.
 */
export const definitionCleanup: Controller = {
  name: "customresourcecleanup",
  alias: "customresourcecleanup",
  always: true,
  kinds: ["apiextensions.k8s.io/v1/CustomResourceDefinition"],
  start(context) {
    const definitions = context.queue((name) => finish(context, name));
    return ({ object, deleted }) => {
      if (!deleted && isDying(object)) definitions.add(object.metadata.name ?? "");
    };
  },
};

async function finish({ api, host }: ControllerContext, name: string): Promise<boolean> {
  const { status, body } = await api.get(`${DEFINITIONS}/${name}`);
  if (status === 404) return true;
  const definition = kubeObject(body);
  const { deletionTimestamp, finalizers = [] } = definition.metadata;
  if (deletionTimestamp === undefined || !finalizers.includes(CLEANUP)) return true;
  const begun = await write(api, withCondition(definition, IN_PROGRESS, host.now()));
  if (typeof begun === "boolean") return begun;
  const left = await emptyResource(api, definition, host.removeUnadmitted);
  if (left > 0) return false;
  const done = withCondition(begun, isEstablished(definition) ? COMPLETED : NEVER_ESTABLISHED, host.now());
  const metadata = { ...done.metadata, finalizers: finalizers.filter((f) => f !== CLEANUP) };
  return (await write(api, { ...done, metadata })) !== false;
}

const condition = (status: string, reason: string, message: string): Condition => ({
  type: "Terminating",
  status,
  reason,
  message,
});
const IN_PROGRESS = condition("True", "InstanceDeletionInProgress", "CustomResource deletion is in progress");
const COMPLETED = condition("False", "InstanceDeletionCompleted", "removed all instances");
const NEVER_ESTABLISHED = condition("False", "NeverEstablished", "resource was never established");

const conditionsOf = ({ status }: KubeObject): readonly Condition[] =>
  membersOf<CustomResourceDefinitionStatus>(status).conditions ?? [];

const isEstablished = (definition: KubeObject): boolean =>
  conditionsOf(definition).some(({ type, status }) => type === "Established" && status === "True");

/** Sets a condition. Its `lastTransitionTime` changes only with its status. */
function withCondition(definition: KubeObject, wanted: Condition, now: number): KubeObject {
  const conditions = conditionsOf(definition);
  const before = conditions.find(({ type }) => type === wanted.type);
  const lastTransitionTime =
    before?.lastTransitionTime !== undefined && before.status === wanted.status
      ? before.lastTransitionTime
      : formatTime(now);
  const next = { ...wanted, lastTransitionTime };
  const all = before === undefined ? [...conditions, next] : conditions.map((c) => (c === before ? next : c));
  return { ...definition, status: { ...record(definition.status), conditions: all } };
}

/**
 * Writes the status endpoint, as the reference does. Returns the written definition, true if it no longer
 * exists, or false after another failure such as a conflict.
 */
async function write(api: ApiClient, definition: KubeObject): Promise<KubeObject | boolean> {
  const path = `${DEFINITIONS}/${definition.metadata.name}/status`;
  const { status, body } = await api.send("PUT", path, definition);
  return status === 200 ? kubeObject(body) : status === 404;
}

/**
 * Begins the deletion of all objects, and returns the number of those that remain. No object can be created
 * meanwhile, because the definition is Terminating.
 */
async function emptyResource(
  api: ApiClient,
  definition: KubeObject,
  remove: (object: KubeObject) => Promise<void>,
): Promise<number> {
  const [served] = servedVersions(definition);
  if (served === undefined || !isEstablished(definition)) return 0;
  const { names } = membersOf<CustomResourceDefinitionSpec>(definition.spec);
  const path = `/apis/${served.group}/${served.version}/${names?.plural}`;
  const found = await listAll(api, path);
  for (const object of found) await remove(object);
  return found.length === 0 ? 0 : (await listAll(api, path)).length;
}

/**
 * Returns all objects of a collection; none for 404. Throws if they cannot be listed: an empty list would
 * mean that the deletion is complete.
 */
async function listAll(api: ApiClient, path: string): Promise<KubeObject[]> {
  const { status, body } = await api.get(path);
  if (status !== 200 && status !== 404)
    throw new Error(`${path} cannot be listed: ${body.message ?? status}`);
  return itemsOf(body);
}

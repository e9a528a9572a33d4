import type { KubeObject } from "../../../api/meta.ts";
import { objectIn } from "../../../api/object/document.ts";
import { formatTime } from "../../../api/time.ts";
import { quote } from "../../../go/quote.ts";
import { membersOf } from "../../../json/value.ts";
import { MANDATORY_FLOW_CONTROL } from "../../../resources/boot/flow-control.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { applyPatch } from "../../../resources/machine/apply/apply-patch.ts";
import { objectOf } from "../../../storage/object-of.ts";
import type { FlowSchemaCondition as Condition } from "../../../types/tables/flowcontrol/v1-types.ts";
import type { SideWork } from "../../handle/write/writes.ts";
import type { KindStatusParts } from "./reconcile-stored.ts";
import { reconcileStored } from "./reconcile-stored.ts";

const SCHEMAS = "/registry/flowschemas/";
const LEVELS = "/registry/prioritylevelconfigurations/";
const API_VERSION = "flowcontrol.apiserver.k8s.io/v1";
const MANAGER = "api-priority-and-fairness-config-consumer-v1";

/**
 * Writes the condition `Dangling` of flow schemas, which is true if the named priority level does not exist,
 * before the client receives the response of a write to the schema or to the level.
 */
export function flowSchemaStatus(options: KindStatusParts): {
  readonly ofSchemas: SideWork;
  readonly ofLevels: SideWork;
} {
  const ofAll = async (level: KubeObject): Promise<void> => {
    const { entries } = await options.storage.list(SCHEMAS);
    const concerned = entries.filter(({ document }) => levelOf(objectIn(document)) === level.metadata.name);
    await Promise.all(concerned.map(({ key }) => updateStatus(options, key)));
  };
  return {
    ofSchemas: {
      begin: ({ metadata }) => ({ commit: () => updateStatus(options, `${SCHEMAS}${metadata.name}`) }),
    },
    ofLevels: { begin: (level) => ({ commit: () => ofAll(level) }), removed: ofAll },
  };
}

const levelOf = ({ spec }: KubeObject): string =>
  (spec as { priorityLevelConfiguration?: { name?: string } } | undefined)?.priorityLevelConfiguration
    ?.name ?? "";

async function updateStatus({ storage, now, kind }: KindStatusParts, key: string): Promise<void> {
  const entry = await storage.get(key);
  if (entry === undefined) return;
  const level = levelOf(objectOf(entry));
  const found = MANDATORY_FLOW_CONTROL.has(level) || (await storage.get(`${LEVELS}${level}`)) !== undefined;
  await reconcileStored(storage, kind, key, (schema) => {
    const wanted = dangling(level, found);
    return says(schema, wanted) ? undefined : withCondition(schema, wanted, kind, now());
  });
}

function dangling(level: string, found: boolean): Condition {
  const what = `This FlowSchema references the PriorityLevelConfiguration object named ${quote(level)}`;
  return found
    ? { type: "Dangling", status: "False", reason: "Found", message: `${what} and it exists` }
    : {
        type: "Dangling",
        status: "True",
        reason: "NotFound",
        message: `${what} but there is no such object`,
      };
}

function says({ status }: KubeObject, wanted: Condition): boolean {
  const { conditions = [] } = membersOf<{ conditions?: readonly Condition[] }>(status);
  const found = conditions.find(({ type }) => type === wanted.type);
  if (found === undefined) return false;
  return found.status === wanted.status && found.reason === wanted.reason && found.message === wanted.message;
}

/** Applies the condition to the status, with its own field manager. */
function withCondition(
  schema: KubeObject,
  condition: Condition,
  kind: KindDefinition,
  now: number,
): KubeObject {
  const { object, managedFields } = applyPatch({
    live: schema,
    applied: {
      apiVersion: API_VERSION,
      kind: "FlowSchema",
      metadata: { name: schema.metadata.name ?? "" },
      status: { conditions: [{ ...condition, lastTransitionTime: formatTime(now) }] },
    },
    shape: kind.shape,
    apiVersion: API_VERSION,
    kind: "FlowSchema",
    manager: MANAGER,
    force: true,
    subresource: "status",
    now,
    resetFields: [["spec"], ["metadata"]],
  });
  return { ...schema, status: object.status ?? {}, metadata: { ...schema.metadata, managedFields } };
}

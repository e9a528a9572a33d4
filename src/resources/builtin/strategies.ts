import type { KubeObject } from "../../api/meta.ts";
import {
  countGeneration,
  keepField,
  startGeneration,
  statusCleaner,
  statusOnly,
  strategy,
} from "../define/strategy.ts";
import type { Strategy } from "../kind.ts";
import { admissionregistrationStrategies } from "../strategy/admissionregistration.ts";
import { apiextensionsStrategies } from "../strategy/apiextensions.ts";
import { apiregistrationStrategies } from "../strategy/apiregistration.ts";
import { appsStrategies } from "../strategy/apps.ts";
import { autoscalingStrategies } from "../strategy/autoscaling.ts";
import { batchStrategies } from "../strategy/batch.ts";
import { certificatesStrategies } from "../strategy/certificates.ts";
import { coordinationStrategies } from "../strategy/coordination.ts";
import { coreStrategies } from "../strategy/core.ts";
import { discoveryStrategies } from "../strategy/discovery.ts";
import { flowcontrolStrategies } from "../strategy/flowcontrol.ts";
import { networkingStrategies } from "../strategy/networking.ts";
import { nodeStrategies } from "../strategy/node.ts";
import { policyStrategies } from "../strategy/policy.ts";
import { rbacStrategies } from "../strategy/rbac.ts";
import { resourceStrategies } from "../strategy/resource.ts";
import { schedulingStrategies } from "../strategy/scheduling.ts";
import { storageStrategies } from "../strategy/storage.ts";
import { type Manners, mannersOf } from "./manners.ts";

/** Strategies by `group/plural` or `group/plural/subresource`; the core group is empty: `/pods`. */
export type StrategyTable = ReadonlyMap<string, Strategy>;

const TABLES: readonly StrategyTable[] = [
  admissionregistrationStrategies,
  apiextensionsStrategies,
  appsStrategies,
  autoscalingStrategies,
  batchStrategies,
  coreStrategies,
  policyStrategies,
  networkingStrategies,
  apiregistrationStrategies,
  certificatesStrategies,
  coordinationStrategies,
  discoveryStrategies,
  flowcontrolStrategies,
  nodeStrategies,
  resourceStrategies,
  schedulingStrategies,
  storageStrategies,
  rbacStrategies,
];

/**
 * The strategy of a built-in resource: from `overrides`, else the tables of the house, else the default one. What
 * `manners.ts` says holds for all of them. `statusOf`: its type (`apps/v1.Deployment`) when it has a status.
 */
export function strategyOf(
  name: string,
  statusOf: string | undefined,
  overrides: StrategyTable | undefined,
): Strategy {
  const manners = mannersOf(name);
  const own = findStrategy(name, overrides) ?? defaultStrategy(statusOf, manners);
  return {
    ...own,
    allowCreateOnUpdate: manners.createOnUpdate,
    allowUnconditionalUpdate: !manners.versionRequired,
    returnDeletedObject: manners.returnsDeleted,
    garbageCollected: manners.collected,
    orphansByDefault: manners.orphans,
  };
}

/** The strategy of a subresource that updates its parent; `status` has a default. */
export function subresourceStrategyOf(
  name: string,
  subresource: string,
  overrides: StrategyTable | undefined,
): Strategy | undefined {
  const own = findStrategy(`${name}/${subresource}`, overrides);
  if (own !== undefined || subresource !== "status") return own;
  return statusOnly({ allowUnconditionalUpdate: !mannersOf(name).versionRequired });
}

function findStrategy(name: string, overrides: StrategyTable | undefined): Strategy | undefined {
  return overrides?.get(name) ?? TABLES.find((table) => table.has(name))?.get(name);
}

/** A client's status does not count at the main endpoint, the generation counts what `manners.ts` names. */
function defaultStrategy(statusOf: string | undefined, { generation }: Manners): Strategy {
  const clear = statusOf === undefined ? undefined : statusCleaner(statusOf);
  return strategy({
    resetFields: clear ? [["status"]] : [],
    prepareForCreate(object: KubeObject) {
      clear?.(object);
      if (generation !== undefined) startGeneration(object);
    },
    prepareForUpdate(object: KubeObject, old: KubeObject) {
      if (clear) keepField(object, old, "status");
      if (generation === undefined) return;
      if (old.metadata.generation !== undefined) object.metadata.generation = old.metadata.generation;
      countGeneration(object, old, generation);
    },
  });
}

import { type CellsTable, type MakeCells, nameOf } from "../../define/cell.ts";
import { certificatesCells, rbacCells } from "./access.ts";
import { autoscalingCells } from "./autoscaling.ts";
import { coreCells } from "./core.ts";
import { admissionregistrationCells, apiextensionsCells, apiregistrationCells } from "./extensions.ts";
import { discoveryCells, networkingCells } from "./networking.ts";
import {
  coordinationCells,
  flowcontrolCells,
  nodeCells,
  policyCells,
  resourceCells,
  schedulingCells,
} from "./small-groups.ts";
import { storageCells } from "./storage.ts";
import { appsCells, batchCells } from "./workloads.ts";

const TABLES: Readonly<Record<string, CellsTable>> = {
  "": coreCells,
  "admissionregistration.k8s.io": admissionregistrationCells,
  "apiextensions.k8s.io": apiextensionsCells,
  "apiregistration.k8s.io": apiregistrationCells,
  apps: appsCells,
  autoscaling: autoscalingCells,
  batch: batchCells,
  "certificates.k8s.io": certificatesCells,
  "coordination.k8s.io": coordinationCells,
  "discovery.k8s.io": discoveryCells,
  "flowcontrol.apiserver.k8s.io": flowcontrolCells,
  "networking.k8s.io": networkingCells,
  "node.k8s.io": nodeCells,
  policy: policyCells,
  "rbac.authorization.k8s.io": rbacCells,
  "resource.k8s.io": resourceCells,
  "scheduling.k8s.io": schedulingCells,
  "storage.k8s.io": storageCells,
};

const NAME_ONLY: MakeCells = (object) => [nameOf(object)];

/** The cells of a built-in resource, made from an object in the hub version. */
export function cellsOf(group: string, plural: string): MakeCells {
  return TABLES[group]?.[plural] ?? NAME_ONLY;
}

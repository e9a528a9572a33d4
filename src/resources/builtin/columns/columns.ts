import type { Column } from "../../kind.ts";
import { admissionregistrationColumns } from "./admissionregistration.ts";
import { apiextensionsColumns } from "./apiextensions.ts";
import { apiregistrationColumns } from "./apiregistration.ts";
import { appsColumns } from "./apps.ts";
import { autoscalingColumns } from "./autoscaling.ts";
import { batchColumns } from "./batch.ts";
import { certificatesColumns } from "./certificates.ts";
import type { ColumnTable } from "./column.ts";
import { coordinationColumns } from "./coordination.ts";
import { coreColumns } from "./core.ts";
import { discoveryColumns } from "./discovery.ts";
import { flowcontrolColumns } from "./flowcontrol.ts";
import { networkingColumns } from "./networking.ts";
import { nodeColumns } from "./node.ts";
import { policyColumns } from "./policy.ts";
import { rbacColumns } from "./rbac.ts";
import { resourceColumns } from "./resource.ts";
import { schedulingColumns } from "./scheduling.ts";
import { storageColumns } from "./storage.ts";

const TABLES: Readonly<Record<string, ColumnTable>> = {
  "admissionregistration.k8s.io": admissionregistrationColumns,
  "apiextensions.k8s.io": apiextensionsColumns,
  "apiregistration.k8s.io": apiregistrationColumns,
  apps: appsColumns,
  autoscaling: autoscalingColumns,
  batch: batchColumns,
  "certificates.k8s.io": certificatesColumns,
  "coordination.k8s.io": coordinationColumns,
  "": coreColumns,
  "discovery.k8s.io": discoveryColumns,
  "flowcontrol.apiserver.k8s.io": flowcontrolColumns,
  "networking.k8s.io": networkingColumns,
  "node.k8s.io": nodeColumns,
  policy: policyColumns,
  "rbac.authorization.k8s.io": rbacColumns,
  "resource.k8s.io": resourceColumns,
  "scheduling.k8s.io": schedulingColumns,
  "storage.k8s.io": storageColumns,
};

/** The columns of a built-in resource; none for those that are never listed. */
export function columnsOf(group: string, plural: string): readonly Column[] {
  return TABLES[group]?.[plural] ?? [];
}

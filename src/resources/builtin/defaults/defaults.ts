import {
  admissionregistrationDefaults,
  admissionregistrationV1beta1Defaults,
} from "./admissionregistration.ts";
import { appsDefaults } from "./apps.ts";
import { autoscalingV1Defaults, autoscalingV2Defaults } from "./autoscaling.ts";
import { batchDefaults } from "./batch.ts";
import { coreDefaults } from "./core.ts";
import type { ApplyDefaults, DefaultsTable } from "./defaults-types.ts";
import { apiextensionsDefaults, apiregistrationDefaults } from "./extensions.ts";
import { networkingDefaults } from "./networking.ts";
import { rbacDefaults } from "./rbac.ts";
import { resourceDefaults } from "./resource.ts";
import { discoveryDefaults, flowcontrolDefaults, schedulingDefaults } from "./small-groups.ts";
import { storageDefaults } from "./storage.ts";

const TABLES: Readonly<Record<string, DefaultsTable>> = {
  "admissionregistration/v1": admissionregistrationDefaults,
  "admissionregistration/v1beta1": admissionregistrationV1beta1Defaults,
  "apiextensions/v1": apiextensionsDefaults,
  "apiregistration/v1": apiregistrationDefaults,
  "apps/v1": appsDefaults,
  "autoscaling/v1": autoscalingV1Defaults,
  "autoscaling/v2": autoscalingV2Defaults,
  "batch/v1": batchDefaults,
  "core/v1": coreDefaults,
  "discovery/v1": discoveryDefaults,
  "flowcontrol/v1": flowcontrolDefaults,
  "networking/v1": networkingDefaults,
  "rbac/v1": rbacDefaults,
  "resource/v1": resourceDefaults,
  "scheduling/v1": schedulingDefaults,
  "storage/v1": storageDefaults,
};

const NOTHING: ApplyDefaults = () => {};

/** `table`: `core/v1`. Kinds without defaults of their own get a function that does nothing. */
export function defaultsOf(table: string, kind: string): ApplyDefaults {
  return TABLES[table]?.[kind] ?? NOTHING;
}

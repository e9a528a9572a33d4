import type { GoTypes } from "../../../machine/go-form/go-form.ts";

/** Internal types of group apps that errors quote; see `go-form.ts` for the notation. */
export const APPS_TYPES: GoTypes = {
  DaemonSetUpdateStrategy: "Type:s RollingUpdate:*RollingUpdateDaemonSet",
  DeploymentStrategy: "Type:s RollingUpdate:*RollingUpdateDeployment",
  RollingUpdateDaemonSet: "MaxUnavailable:i MaxSurge:i",
  RollingUpdateDeployment: "MaxUnavailable:i MaxSurge:i",
  RollingUpdateStatefulSetStrategy: "Partition:i MaxUnavailable:?",
  StatefulSetUpdateStrategy: "Type:s RollingUpdate:*RollingUpdateStatefulSetStrategy",
};

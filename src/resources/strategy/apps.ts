import type { FieldError } from "../../api/field-error.ts";
import { collectErrors, FieldReport } from "../../api/field-path.ts";
import type { KubeObject } from "../../api/meta.ts";
import { nameIsDnsLabel } from "../../api/name-format.ts";
import { specAndStatus, statusOnly, strategy, view } from "../define/strategy.ts";
import { repeatMeta } from "../define/update-order.ts";
import type { Strategy } from "../kind.ts";
import { dropsDisabledFields } from "../kinds/shared/pod-template/pod-template.ts";
import { podNameWarnings, templateOf, templateWarnings } from "../kinds/shared/workload/workload.ts";
import { deepEqual } from "../machine/values/deep-equal.ts";
import {
  type ControllerRevision,
  checkControllerRevision,
  checkControllerRevisionUpdate,
} from "./apps/controller-revision.ts";
import {
  checkDaemonSet,
  DAEMON_SET_STATUS,
  keepTemplateGeneration,
  prepareDaemonSetForUpdate,
  startTemplateGeneration,
} from "./apps/daemon-set.ts";
import { checkDeployment, DEPLOYMENT_STATUS } from "./apps/deployment.ts";
import { checkReplicaSet, REPLICA_SET_STATUS } from "./apps/replica-set.ts";
import {
  checkStatefulSet,
  checkStatefulSetUpdate,
  dropMaxUnavailable,
  revisionWarnings,
  STATEFUL_SET_STATUS,
} from "./apps/stateful-set.ts";
import { checkCollisions, checkStatus, type StatusRules } from "./apps/status.ts";
import type { StatefulSetSpec, WorkloadStatus } from "./apps/types.ts";
import { withKubeFinalizers } from "./kube-finalizers.ts";

const specOf = <T>(object: KubeObject): T => view<{ spec?: T }>(object).spec ?? ({} as T);

type SpecCheck<T> = (spec: T, old: T | undefined, at: FieldReport) => void;

/** A kind that makes pods from spec.template. */
function workload<T>(kind: string, check: SpecCheck<T>, own: Partial<Strategy> = {}): Strategy {
  const validate = (object: KubeObject, old?: KubeObject): FieldError[] =>
    collectErrors("spec", (at) => check(specOf<T>(object), old && specOf<T>(old), at));
  return strategy({
    ...specAndStatus(`apps/v1.${kind}`),
    validateCreate: (object) => validate(object),
    validateUpdate: (object, old) => validate(object, old),
    warningsOnCreate: (object) => templateWarnings(object),
    warningsOnUpdate: (object, old) => templateWarnings(object, old),
    ...own,
  });
}

function workloadStatus(rules: StatusRules, kept: Parameters<typeof statusOnly>[1] = []): Strategy {
  const statusOf = (object: KubeObject): WorkloadStatus =>
    view<{ status?: WorkloadStatus }>(object).status ?? {};
  const validateUpdate: Strategy["validateUpdate"] = (object, old, context) =>
    collectErrors("status", (at) => {
      const status = statusOf(object);
      checkStatus(status, rules, at);
      if (rules.metaInside) repeatMeta("asUpdate", context, at);
      checkCollisions(status.collisionCount, statusOf(old).collisionCount, at.child("collisionCount"));
    });
  return statusOnly({ validateUpdate, repeatsMeta: rules.metaInside ? [] : ["update"] }, kept);
}

const namesPods: Partial<Strategy> = {
  warningsOnCreate: (object) => [...podNameWarnings(object), ...templateWarnings(object)],
};

const deploymentBase = specAndStatus("apps/v1.Deployment");
const deployment = workload("Deployment", checkDeployment, {
  ...namesPods,
  prepareForUpdate(object, old, context) {
    deploymentBase.prepareForUpdate(object, old, context);
    // Annotations are handed down to replica sets, so that a change of them is one for the controller too.
    const { annotations } = object.metadata;
    if (!deepEqual(annotations, old.metadata.annotations)) {
      object.metadata.generation = (old.metadata.generation ?? 0) + 1;
    }
  },
});

const daemonSetBase = specAndStatus("apps/v1.DaemonSet");
const daemonSet = workload("DaemonSet", checkDaemonSet, {
  prepareForCreate(object, context) {
    daemonSetBase.prepareForCreate(object, context);
    startTemplateGeneration(object);
  },
  prepareForUpdate: prepareDaemonSetForUpdate,
});

const statefulSetBase = specAndStatus("apps/v1.StatefulSet");
const checkAnyStatefulSet: SpecCheck<StatefulSetSpec> = (spec, old, at) =>
  old === undefined ? checkStatefulSet(spec, at) : checkStatefulSetUpdate(spec, old, at);
const statefulSet = workload("StatefulSet", checkAnyStatefulSet, {
  nameProblems: nameIsDnsLabel,
  prepareForCreate(object, context) {
    statefulSetBase.prepareForCreate(object, context);
    dropMaxUnavailable(specOf<StatefulSetSpec>(object), undefined);
  },
  prepareForUpdate(object, old, context) {
    dropMaxUnavailable(specOf<StatefulSetSpec>(object), specOf<StatefulSetSpec>(old));
    statefulSetBase.prepareForUpdate(object, old, context);
  },
  warningsOnCreate: (object) => [...templateWarnings(object), ...revisionWarnings(specOf(object))],
  warningsOnUpdate: (object, old) => [...templateWarnings(object, old), ...revisionWarnings(specOf(object))],
});

const controllerRevision = strategy({
  repeatsMeta: ["update", "create"],
  validateCreate: (object) => {
    const at = new FieldReport("");
    checkControllerRevision(view<ControllerRevision>(object), at);
    return at.errors;
  },
  validateUpdate: (object, old) => {
    const at = new FieldReport("");
    checkControllerRevisionUpdate(view<ControllerRevision>(object), view<ControllerRevision>(old), at);
    return at.errors;
  },
});

const ofDaemonSetStatus = workloadStatus(DAEMON_SET_STATUS);
const daemonSetStatus: Strategy = {
  ...ofDaemonSetStatus,
  prepareForUpdate(object, old, context) {
    ofDaemonSetStatus.prepareForUpdate?.(object, old, context);
    keepTemplateGeneration(object, old);
  },
};

export const appsStrategies: ReadonlyMap<string, Strategy> = withKubeFinalizers([
  ["apps/deployments", dropsDisabledFields(deployment, templateOf)],
  ["apps/deployments/status", workloadStatus(DEPLOYMENT_STATUS, ["labels"])],
  ["apps/replicasets", dropsDisabledFields(workload("ReplicaSet", checkReplicaSet, namesPods), templateOf)],
  ["apps/replicasets/status", workloadStatus(REPLICA_SET_STATUS)],
  ["apps/statefulsets", dropsDisabledFields(statefulSet, templateOf)],
  ["apps/statefulsets/status", workloadStatus(STATEFUL_SET_STATUS)],
  ["apps/daemonsets", dropsDisabledFields(daemonSet, templateOf)],
  ["apps/daemonsets/status", daemonSetStatus],
  ["apps/controllerrevisions", controllerRevision],
]);

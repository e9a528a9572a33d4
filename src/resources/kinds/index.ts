import type { ResourceGroup } from "../define/resource-group.ts";
import { type Features, ORDINARY_FEATURES } from "../features/features.ts";
import { type Serves, servesByDefault, withServedVersions } from "../features/served-versions.ts";
import type { ResourceDefinition } from "../resource-definition.ts";
import { admissionregistration } from "./admissionregistration/group.ts";
import type { RegistrationOptions } from "./admissionregistration/shared/strategies.ts";
import { apiextensions } from "./apiextensions/group.ts";
import { apiregistration } from "./apiregistration/group.ts";
import { apps } from "./apps/group.ts";
import { authentication } from "./authentication/group.ts";
import { authorization } from "./authorization/group.ts";
import { autoscaling } from "./autoscaling/group.ts";
import { batch } from "./batch/group.ts";
import { certificates } from "./certificates/group.ts";
import { coordination } from "./coordination/group.ts";
import { core } from "./core/group.ts";
import { discovery } from "./discovery/group.ts";
import { events } from "./events/group.ts";
import { flowcontrol } from "./flowcontrol/group.ts";
import { networking } from "./networking/group.ts";
import { node } from "./node/group.ts";
import { policy } from "./policy/group.ts";
import { rbac } from "./rbac/group.ts";
import { resource } from "./resource/group.ts";
import { scheduling } from "./scheduling/group.ts";
import { adaptTo } from "./shared/feature-guards/adapt-resource.ts";
import { storage } from "./storage/group.ts";
import { storagemigration } from "./storagemigration/group.ts";

interface BuiltinOptions {
  /** If true, the webhook configurations of admissionregistration.k8s.io are served in v1beta1, too. */
  readonly v1beta1Registration: boolean;
  /** Options for the validation of registrations; if absent, their expressions are not checked. */
  readonly registration?: RegistrationOptions;
  /** Features of the server. Default: those of the newest version. */
  readonly features?: Features;
  /** Selects the served versions. Default: the versions that kube-apiserver serves without `--runtime-config`. */
  readonly serves?: Serves;
  /** True if containers may be privileged; default true. */
  readonly allowPrivileged?: boolean;
}

/**
 * Returns every built-in group, in the order of discovery (kubernetes/cmd/kube-apiserver/app/aggregator.go,
 * apiVersionPriorities).
 */
export function builtinGroups({
  v1beta1Registration,
  registration,
  features = ORDINARY_FEATURES,
  serves = servesByDefault,
  allowPrivileged = true,
}: BuiltinOptions): readonly ResourceGroup[] {
  const groups: readonly ResourceGroup[] = [
    core,
    apiregistration,
    apps,
    events,
    authentication,
    authorization,
    autoscaling,
    batch,
    certificates,
    networking,
    policy,
    rbac,
    storage,
    admissionregistration({ v1beta1: v1beta1Registration, ...registration }),
    apiextensions,
    scheduling,
    coordination,
    node,
    discovery,
    resource,
    flowcontrol,
    storagemigration,
  ];
  const served = withServedVersions(serves, features.minor);
  const adapt = adaptTo(features, allowPrivileged);
  return groups.map((group) => ({ ...group, resources: group.resources.map(adapt).map(served) }));
}

/** Returns every built-in resource, in the order of registration. */
export const builtinResources = (options: BuiltinOptions): readonly ResourceDefinition[] =>
  builtinGroups(options).flatMap(({ resources }) => resources);

/** Every built-in group of the newest version, with all versions, whether or not they are served. */
export const BUILTIN_GROUPS = builtinGroups({ v1beta1Registration: false, serves: () => true });

/**
 * Names of the built-in groups, in the order of `/apis`; groups of custom resources follow them, sorted by
 * name.
 */
export const BUILTIN_GROUP_ORDER: readonly string[] = BUILTIN_GROUPS.map(({ name }) => name);

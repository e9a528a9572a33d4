import { qualifiedNameProblems } from "../../../../api/validation/name-format.ts";

/** Prefix of the resources whose requests a quota limits. */
export const REQUESTS = "requests.";
/** Prefix of a DeviceClass's name: its devices, as a resource. */
export const OF_CLASS = "deviceclass.resource.kubernetes.io/";

const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");

/**
 * True for extended resources, whose names are outside the domain of Kubernetes
 * (kubernetes/pkg/apis/core/helper/helpers.go, IsExtendedResourceName).
 */
export const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith(REQUESTS) && qualifiedNameProblems(REQUESTS + name).length === 0;

/**
 * True for extended resources and for devices of a class (k8s.io/kubernetes/pkg/scheduler/util/utils.go,
 * IsDRAExtendedResourceName).
 */
export const isExtendedOrOfClass = (name: string): boolean => name.startsWith(OF_CLASS) || isExtended(name);

/**
 * True if a quota limits requests for an extended resource under this name (pods.go,
 * isExtendedResourceNameForQuota).
 */
export const isExtendedQuota = (name: string): boolean =>
  name.startsWith(REQUESTS) && (!isNative(name) || name.startsWith(REQUESTS + OF_CLASS));

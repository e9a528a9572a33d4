import { qualifiedNameProblems } from "../../../api/name-format.ts";

/** Before what a quota limits of requests. */
export const REQUESTS = "requests.";
/** Before the name of a DeviceClass: its devices, as a resource. */
export const OF_CLASS = "deviceclass.resource.kubernetes.io/";

const isNative = (name: string): boolean => !name.includes("/") || name.includes("kubernetes.io/");

/** A resource that is nobody's but its owner's (kubernetes/pkg/apis/core/helper/helpers.go, IsExtendedResourceName). */
export const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith(REQUESTS) && qualifiedNameProblems(REQUESTS + name).length === 0;

/** (k8s.io/kubernetes/pkg/scheduler/util/utils.go, IsDRAExtendedResourceName) */
export const isExtendedOrOfClass = (name: string): boolean => name.startsWith(OF_CLASS) || isExtended(name);

/** Whether a quota limits requests for an extended resource by this name (pods.go, isExtendedResourceNameForQuota). */
export const isExtendedQuota = (name: string): boolean =>
  name.startsWith(REQUESTS) && (!isNative(name) || name.startsWith(REQUESTS + OF_CLASS));

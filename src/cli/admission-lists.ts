import { CONFIGURATIONS } from "../server/admit/views/configurations.ts";

/** Lists of the resources that take part in admission of requests in all namespaces. */
export const ADMISSION_LISTS: readonly string[] = CONFIGURATIONS.map(
  (plural) => `/apis/admissionregistration.k8s.io/v1/${plural}`,
);

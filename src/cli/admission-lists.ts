import { CONFIGURATIONS } from "../server/views/configurations.ts";

/** Lists of what takes part in admission, wherever a request goes. */
export const ADMISSION_LISTS: readonly string[] = CONFIGURATIONS.map(
  (plural) => `/apis/admissionregistration.k8s.io/v1/${plural}`,
);

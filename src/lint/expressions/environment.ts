import { admissionEnvironment } from "../../cel/kubernetes/environment.ts";
import type { Environment } from "../../cel/types/environment.ts";

const ENVIRONMENT: { made?: Environment } = {};

/**
 * Returns the environment with every variable that conditions of webhooks and expressions of policies can
 * have. It is built once, because that is slow.
 */
export function anyEnvironment(): Environment {
  ENVIRONMENT.made ??= admissionEnvironment({ params: true, authorizer: true });
  return ENVIRONMENT.made;
}

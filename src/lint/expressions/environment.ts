import type { Environment } from "../../cel/environment.ts";
import { admissionEnvironment } from "../../cel/kubernetes.ts";

const ENVIRONMENT: { made?: Environment } = {};

/** With every variable that conditions of webhooks and expressions of policies may have. Made once: that is costly. */
export function anyEnvironment(): Environment {
  ENVIRONMENT.made ??= admissionEnvironment({ params: true, authorizer: true });
  return ENVIRONMENT.made;
}

import { once } from "../../async/once.ts";
import { admissionEnvironment } from "../../cel/kubernetes/environment.ts";

/**
 * The environment with every variable that conditions of webhooks and expressions of policies can have. It is built
 * once, because that is slow.
 */
export const anyEnvironment = once(() => admissionEnvironment({ params: true, authorizer: true }));

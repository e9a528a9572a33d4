import { file, flag, list } from "../../flags/flag-types.ts";

export const authorizationFlags = {
  authorizationMode: list(
    "<modes>",
    "RBAC, Node, ABAC, Webhook, AlwaysAllow, AlwaysDeny; several are used in the given order",
    "RBAC",
  ),
  authorizationConfig: file(
    "AuthorizationConfiguration: authorizers in their order; instead of the other flags; read again when it changes",
  ),
  authorizationPolicyFile: file("policies of the mode ABAC, one JSON object a line"),
  authorizationWebhookConfigFile: file(
    "kubeconfig of the service to which the mode Webhook sends a SubjectAccessReview",
  ),
  authorizationWebhookVersion: flag("<version>", "version of that review (default: v1beta1)"),
  authorizationWebhookCacheAuthorizedTtl: flag(
    "<duration>",
    "time that an answer is cached that allows a request (default: 5m0s)",
  ),
  authorizationWebhookCacheUnauthorizedTtl: flag(
    "<duration>",
    "time that an answer is cached that does not allow a request (default: 30s)",
  ),
};

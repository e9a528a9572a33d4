/** Write admission webhooks in TypeScript. */
export {
  type Allowed,
  allow,
  type Decision,
  type DecisionOptions,
  type Denied,
  type DenyOptions,
  deny,
  patched,
} from "./decision.ts";
export { type Mutation, mutating, type Validation, validating, type Webhook } from "./define.ts";
export { handleReview, type WebhookAnswer } from "./handle.ts";
export type { WebhookRequest } from "./request.ts";
export { type ServeWebhooksOptions, serveWebhooks, type WebhookServer } from "./serve.ts";

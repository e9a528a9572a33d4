import type { WebhookClientConfig } from "../api/webhook-client-config.ts";

/** An entry of `matchConditions`, not compiled. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/**
 * Address of a webhook. The value stays the same as long as the configuration does, so that transports can
 * keep clients and TLS contexts by it. The timeout parameter is not part of it.
 */
export interface HookTarget {
  readonly phase: "mutating" | "validating";
  readonly hook: string;
  readonly configuration: string;
  /** Client configuration as registered, with either url or service. */
  readonly clientConfig: WebhookClientConfig;
}

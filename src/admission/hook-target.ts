import type { WebhookClientConfig } from "../api/webhook-client-config.ts";

/** An entry of `matchConditions`, not compiled. */
export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/**
 * Where a webhook lives. The value is the same as long as the configuration is: anyone who sends may remember clients and
 * TLS contexts by it. The timeout parameter is not part of it.
 */
export interface HookTarget {
  readonly phase: "mutating" | "validating";
  readonly hook: string;
  readonly configuration: string;
  /** As registered, one of url and service. */
  readonly clientConfig: WebhookClientConfig;
}

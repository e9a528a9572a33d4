export interface MatchCondition {
  readonly name: string;
  readonly expression: string;
}

/**
 * Where a webhook lives. The value is the same as long as the configuration is: whoever sends may remember clients and
 * TLS contexts by it. The timeout parameter is not part of it.
 */
export interface HookTarget {
  readonly phase: "mutating" | "validating";
  readonly hook: string;
  readonly configuration: string;
  /** As registered, one of url and service. */
  readonly clientConfig: WebhookClientConfig;
}

export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: {
    readonly namespace: string;
    readonly name: string;
    readonly path?: string;
    readonly port?: number;
  };
  /** PEM, already out of its base64. Absent: system roots. */
  readonly caBundle?: string;
}

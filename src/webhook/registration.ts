import type { Operation } from "./request.ts";

/** Labels that objects or namespaces must have. */
export interface Selector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist";
    readonly values?: readonly string[];
  }[];
}

/** One entry of `rules`, as in a webhook configuration. `*` matches all, `pods/*` all subresources. */
export interface Rule {
  /** Default: the operations with a handler. */
  readonly operations?: readonly (Operation | "*")[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  /** Names in the plural and in lower case. */
  readonly resources: readonly string[];
  /** Default `*`. */
  readonly scope?: "Cluster" | "Namespaced" | "*";
}

/** The configuration of a webhook, with safe defaults. */
export interface Registration {
  /** A domain name with at least two dots: `sidecar.example.com`. Default for manifests: made from the path. */
  readonly name?: string;
  /** The requests to match. Without rules, the webhook is not registered. */
  readonly rules?: readonly Rule[];
  /** Effect of a failed call. Default Fail: the request is refused. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Default Equivalent: the webhook is also called for other versions of the same resource. */
  readonly matchPolicy?: "Exact" | "Equivalent";
  /** Default None. With other values, dry runs are refused or skip the webhook. */
  readonly sideEffects?: "None" | "NoneOnDryRun";
  /** Timeout of a call in seconds, 1 to 30; default 10. */
  readonly timeoutSeconds?: number;
  /**
   * For mutating webhooks. With IfNeeded, the webhook is called again if the object changes after its call.
   * Default Never.
   */
  readonly reinvocationPolicy?: "Never" | "IfNeeded";
  readonly namespaceSelector?: Selector;
  readonly objectSelector?: Selector;
  /** Conditions in CEL; all must be true. */
  readonly matchConditions?: readonly { readonly name: string; readonly expression: string }[];
}

/**
 * A rule for one resource.
 *
 * @example
 * ```ts
 * import { on } from "sallyport/webhook";
 * on("apps/v1", "deployments").apiGroups; // ["apps"]
 * on("v1", "pods", "CREATE").operations; // ["CREATE"]
 * ```
 */
export function on(apiVersion: string, resource: string, ...operations: Operation[]): Rule {
  const slash = apiVersion.indexOf("/");
  return {
    apiGroups: [slash < 0 ? "" : apiVersion.slice(0, slash)],
    apiVersions: [apiVersion.slice(slash + 1)],
    resources: [resource],
    ...(operations.length === 0 ? {} : { operations }),
  };
}

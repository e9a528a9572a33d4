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

/** One entry of `rules`, in the words of a webhook configuration. `*` is all; `pods/*` all subresources. */
export interface Rule {
  /** Default: those for which there are handlers. */
  readonly operations?: readonly (Operation | "*")[];
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  /** Plurals, in small letters. */
  readonly resources: readonly string[];
  /** Default `*`. */
  readonly scope?: "Cluster" | "Namespaced" | "*";
}

/** What an API server is told of a webhook: each field of a configuration, with defaults that do no harm. */
export interface Registration {
  /** Domain-like, with two dots at least: `sidecar.example.com`. Default for manifests: made of the path. */
  readonly name?: string;
  /** What it is asked about. Without rules nothing is registered for it. */
  readonly rules?: readonly Rule[];
  /** What happens when it cannot be reached. Default Fail. */
  readonly failurePolicy?: "Fail" | "Ignore";
  /** Default Equivalent: it is asked about other versions of the same resource too. */
  readonly matchPolicy?: "Exact" | "Equivalent";
  /** Default None: with anything else dry runs are refused or skip it. */
  readonly sideEffects?: "None" | "NoneOnDryRun";
  /** 1 to 30; default 10. */
  readonly timeoutSeconds?: number;
  /** Mutating webhooks: whether it is asked again when others changed the object after it. Default Never. */
  readonly reinvocationPolicy?: "Never" | "IfNeeded";
  readonly namespaceSelector?: Selector;
  readonly objectSelector?: Selector;
  /** Conditions in CEL; all must hold. */
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

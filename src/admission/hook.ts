import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { JsonObject } from "../api/json.ts";
import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";
import type { Attributes, Operation } from "./attributes.ts";
import type { HookTarget, MatchCondition } from "./hook-target.ts";
import type { PolicyHook } from "./policy-hook.ts";
import type { AdmissionPorts, Lookup } from "./ports.ts";
import type { CompiledSelector, Rule } from "./rule.ts";

export type { HookTarget, MatchCondition } from "./hook-target.ts";
export type { CompiledSelector, Rule } from "./rule.ts";

/** Everything that is asked during admission. */
export type Hook = BuiltinPlugin | PolicyHook | WebhookHook;

/**
 * What a plugin says: nothing (go on), a new object to go on with (never the old one changed in place), or a refusal.
 */
export type PluginResult = undefined | KubeObject | StatusError;

/** Code of ours that takes part in every request. */
export interface BuiltinPlugin {
  readonly kind: "builtin";
  /** The reference's name: `NamespaceLifecycle`. */
  readonly name: string;
  readonly operations: ReadonlySet<Operation>;
  /** Part in the mutating phase; runs again in the second round. */
  admit?(context: PluginContext): PluginResult | Promise<PluginResult>;
  /** Part in the validating phase; must not answer with an object. */
  validate?(context: PluginContext): PluginResult | Promise<PluginResult>;
}

/** What a plugin is called with. */
export interface PluginContext {
  readonly attributes: Attributes;
  /** In the hub version; null for DELETE. Read only. */
  readonly object: KubeObject | null;
  /** `attributes.name`, or in the validating phase the generated name. */
  readonly name: string;
  readonly round: 0 | 1;
  readonly ports: AdmissionPorts;
  readonly lookup: Lookup;
  /** Adds a Warning header. */
  warn(text: string): void;
  /** Adds an audit annotation of level Metadata. */
  annotate(key: string, value: string): void;
}

/** One entry of `.webhooks[]`, compiled. */
export interface WebhookHook {
  readonly kind: "webhook";
  readonly phase: "mutating" | "validating";
  /** The hook's own name: label of metrics and prefix of audit keys. */
  readonly name: string;
  readonly configuration: string;
  /** Of a configuration that came from a file: which. Absent: it is stored. */
  readonly file?: string;
  /** `<configuration>/<name>/<n>`: identity in reinvocation. */
  readonly uid: string;
  readonly rules: readonly Rule[];
  /** False for `Exact` and when absent. */
  readonly equivalent: boolean;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly conditions: readonly MatchCondition[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly sideEffects: string | undefined;
  /** Seconds; absent only in old data. */
  readonly timeoutSeconds: number | undefined;
  readonly reviewVersion: "v1" | "v1beta1" | undefined;
  readonly reinvocationPolicy: "Never" | "IfNeeded";
  readonly target: HookTarget;
}

/** How one hook is asked: in the version of the rule that matched. */
export interface Invocation {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  /** True when the rule names another version than the request's. */
  readonly converted: boolean;
}

/** `MutatingWebhookConfiguration` or `ValidatingWebhookConfiguration`, as stored (v1, defaults applied). */
export type WebhookConfiguration = KubeObject & { webhooks?: JsonObject[] };

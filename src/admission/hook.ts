import type { GroupVersionKind, GroupVersionResource } from "../api/group-version.ts";
import type { KubeObject } from "../api/meta.ts";
import type { StatusError } from "../api/status.ts";
import type { JsonObject } from "../json/value.ts";
import type { Attributes, Operation } from "./attributes.ts";
import type { HookTarget, MatchCondition } from "./hook-target.ts";
import type { PolicyHook } from "./policy-hook.ts";
import type { AdmissionPorts, Lookup } from "./ports.ts";
import type { CompiledSelector, Rule } from "./rule.ts";

export type { HookTarget, MatchCondition } from "./hook-target.ts";
export type { CompiledSelector, Rule } from "./rule.ts";

/** Plugin, policy or webhook that takes part in admission. */
export type Hook = BuiltinPlugin | PolicyHook | WebhookHook;

/**
 * Result of a plugin: undefined (no change), a new object to continue with (never the old one changed in
 * place), or a refusal.
 */
export type PluginResult = undefined | KubeObject | StatusError;

/** Plugin of this server that takes part in every request. */
export interface BuiltinPlugin {
  readonly kind: "builtin";
  /** Name in kube-apiserver: `NamespaceLifecycle`. */
  readonly name: string;
  readonly operations: ReadonlySet<Operation>;
  /** Mutating part of the plugin; it runs again in the second round. */
  admit?(context: PluginContext): PluginResult | Promise<PluginResult>;
  /** Validating part of the plugin; it must not return an object. */
  validate?(context: PluginContext): PluginResult | Promise<PluginResult>;
}

/** Argument of a plugin. */
export interface PluginContext {
  readonly attributes: Attributes;
  /** Object in the hub version; null for DELETE. Read only. */
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
  /** Manifest file of the configuration. Absent: the configuration is stored. */
  readonly file?: string;
  /** `<configuration>/<name>/<n>`: identity in reinvocation. */
  readonly uid: string;
  readonly rules: readonly Rule[];
  /** False for `Exact` and if absent. */
  readonly equivalent: boolean;
  readonly namespaceSelector: CompiledSelector;
  readonly objectSelector: CompiledSelector;
  readonly conditions: readonly MatchCondition[];
  readonly failurePolicy: "Fail" | "Ignore";
  readonly sideEffects: string | undefined;
  /** Timeout in seconds; absent only in old data. */
  readonly timeoutSeconds: number | undefined;
  readonly reviewVersion: "v1" | "v1beta1" | undefined;
  readonly reinvocationPolicy: "Never" | "IfNeeded";
  readonly target: HookTarget;
}

/** Resource and kind of a call to one hook: in the version of the rule that matched. */
export interface Invocation {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
  /** True if the rule names another version than the request's. */
  readonly converted: boolean;
}

/** `MutatingWebhookConfiguration` or `ValidatingWebhookConfiguration`, as stored (v1, defaults applied). */
export type WebhookConfiguration = KubeObject & { webhooks?: JsonObject[] };

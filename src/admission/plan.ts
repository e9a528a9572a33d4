import type { KubeObject } from "../api/meta.ts";
import type { Operation } from "./attributes.ts";
import type { BuiltinPlugin, WebhookHook } from "./hook.ts";
import { compilePolicies, type PolicySet, type StoredPolicies } from "./hooks/policy/compile-policies.ts";
import { compileMutatingPolicy, compileValidatingPolicy } from "./hooks/policy/compile-policy.ts";
import {
  type CompiledConfigurations,
  compileConfigurations,
} from "./hooks/webhook/compile-configurations.ts";
import { type CompiledManifests, compileManifests, NOTHING_FIRST } from "./manifests/compile-manifests.ts";
import { type Manifests, NO_MANIFESTS } from "./manifests/manifest.ts";
import { cut, joined, type Pieces } from "./pieces.ts";
import { PLUGIN_ORDER } from "./plugin-order.ts";
import type {
  MutatingPolicy,
  MutatingPolicyHook,
  ValidatingPolicy,
  ValidatingPolicyHook,
} from "./policy-hook.ts";

/** Mutating or validating phase, with the words of kube-apiserver's metrics. */
export type PhaseName = "admit" | "validate";

/** One position in the chain of plugins. */
export type Stage =
  | { readonly kind: "plugin"; readonly plugin: BuiltinPlugin }
  | { readonly kind: "policies"; readonly name: string; readonly phase: WebhookHook["phase"] }
  | { readonly kind: "webhooks"; readonly name: string; readonly phase: WebhookHook["phase"] };

/** Returns the name of the plugin of a stage. */
export const stageName = (stage: Stage): string => (stage.kind === "plugin" ? stage.plugin.name : stage.name);

/**
 * All plugins, policies and webhooks in the order of their calls. A plan is immutable; a new one is made when
 * a configuration changes.
 */
export interface Plan {
  readonly stages: readonly Stage[];
  /** Stages that take part in a phase and handle an operation. */
  readonly chain: Readonly<Record<PhaseName, Readonly<Record<Operation, readonly Stage[]>>>>;
  /**
   * Webhooks in the order in which they are called
   * (apiserver/pkg/admission/configuration/mutating_webhook_manager.go).
   */
  readonly mutating: readonly WebhookHook[];
  /** Webhooks in the order in which they are matched; they are called at the same time. */
  readonly validating: readonly WebhookHook[];
  readonly mutatingPolicies: readonly MutatingPolicyHook[];
  readonly validatingPolicies: readonly ValidatingPolicyHook[];
  readonly excludeVirtualResources: boolean;
  /** Manifests whose policies and webhooks are part of the plan. */
  readonly manifests: Manifests;
}

/** Settings and stored objects for a plan. */
export interface PlanOptions {
  /** Enabled built-in plugins, in any order; the plan sorts them. */
  readonly plugins?: readonly BuiltinPlugin[];
  /** True if MutatingAdmissionWebhook is enabled; default true. */
  readonly mutatingWebhooks?: boolean;
  /** True if ValidatingAdmissionWebhook is enabled; default true. */
  readonly validatingWebhooks?: boolean;
  /** True if MutatingAdmissionPolicy is enabled; default true. */
  readonly mutatingPolicies?: boolean;
  /** True if ValidatingAdmissionPolicy is enabled; default true. */
  readonly validatingPolicies?: boolean;
  /** Stored policies and bindings of both kinds (v1, defaults applied, in any order); default: none. */
  readonly policies?: { readonly mutating: StoredPolicies; readonly validating: StoredPolicies };
  /**
   * True: virtual resources, such as TokenReviews, are not sent to webhooks (kube-apiserver does so from 1.37
   * on); default false.
   */
  readonly excludeVirtualResources?: boolean;
  /** Policies and webhooks from manifest files; they are called before the stored ones. */
  readonly manifests?: Manifests;
  /** Plan before this one: compiled parts that did not change are taken from it. */
  readonly previous?: Plan;
}

/** Compiled hooks by the configuration object that they came from. */
interface Sources {
  readonly mutating: CompiledConfigurations;
  readonly validating: CompiledConfigurations;
  readonly mutatingPolicies: PolicySet<MutatingPolicy>;
  readonly validatingPolicies: PolicySet<ValidatingPolicy>;
  readonly manifests: CompiledManifests | undefined;
}

/** Lists of a plan in pieces: pieces that did not change are the same arrays in the next plan. */
export interface PlanPieces {
  readonly mutating: Pieces<WebhookHook>;
  readonly validating: Pieces<WebhookHook>;
  readonly mutatingPolicies: Pieces<MutatingPolicyHook>;
  readonly validatingPolicies: Pieces<ValidatingPolicyHook>;
}

const compiledFor = new WeakMap<Plan, { readonly sources: Sources; readonly pieces: PlanPieces }>();

/** Pieces of a plan; a plan that was made without them is cut. */
export const piecesOf = (plan: Plan): PlanPieces =>
  compiledFor.get(plan)?.pieces ?? {
    mutating: cut(plan.mutating),
    validating: cut(plan.validating),
    mutatingPolicies: cut(plan.mutatingPolicies),
    validatingPolicies: cut(plan.validatingPolicies),
  };

const NO_POLICIES: StoredPolicies = { policies: [], bindings: [] };

/**
 * Compiles a plan from the stored configurations (v1, defaults applied, in any order). Configurations that
 * are the same objects as in `previous` are not compiled again.
 */
export function compilePlan(
  mutatingConfigurations: readonly KubeObject[],
  validatingConfigurations: readonly KubeObject[],
  options: PlanOptions = {},
): Plan {
  const { previous, policies, manifests } = options;
  const old = previous && compiledFor.get(previous)?.sources;
  const sources: Sources = {
    mutating: compileConfigurations(mutatingConfigurations, "mutating", old?.mutating),
    validating: compileConfigurations(validatingConfigurations, "validating", old?.validating),
    mutatingPolicies: compilePolicies(
      policies?.mutating ?? NO_POLICIES,
      compileMutatingPolicy,
      old?.mutatingPolicies,
    ),
    validatingPolicies: compilePolicies(
      policies?.validating ?? NO_POLICIES,
      compileValidatingPolicy,
      old?.validatingPolicies,
    ),
    manifests:
      manifests === previous?.manifests
        ? old?.manifests
        : manifests && compileManifests(manifests, old?.manifests),
  };
  const pieces = allPieces(sources);
  const stages = stagesOf(options);
  const plan: Plan = {
    stages,
    chain: { admit: byOperation(stages, "admit"), validate: byOperation(stages, "validate") },
    mutating: joined(pieces.mutating),
    validating: joined(pieces.validating),
    mutatingPolicies: joined(pieces.mutatingPolicies),
    validatingPolicies: joined(pieces.validatingPolicies),
    excludeVirtualResources: options.excludeVirtualResources ?? false,
    manifests: manifests ?? NO_MANIFESTS,
  };
  compiledFor.set(plan, { sources, pieces });
  return plan;
}

/** Joins the pieces; hooks from manifest files come first. */
function allPieces(sources: Sources): PlanPieces {
  const { manifests: first = NOTHING_FIRST } = sources;
  return {
    mutating: [...first.mutating.made, ...sources.mutating.made],
    validating: [...first.validating.made, ...sources.validating.made],
    mutatingPolicies: [...first.mutatingPolicies.hooks, ...sources.mutatingPolicies.hooks],
    validatingPolicies: [...first.validatingPolicies.hooks, ...sources.validatingPolicies.hooks],
  };
}

function stagesOf(options: PlanOptions): readonly Stage[] {
  const stages: Stage[] = (options.plugins ?? []).map((plugin) => ({ kind: "plugin", plugin }));
  if (options.mutatingPolicies ?? true)
    stages.push({ kind: "policies", name: "MutatingAdmissionPolicy", phase: "mutating" });
  if (options.mutatingWebhooks ?? true)
    stages.push({ kind: "webhooks", name: "MutatingAdmissionWebhook", phase: "mutating" });
  if (options.validatingPolicies ?? true)
    stages.push({ kind: "policies", name: "ValidatingAdmissionPolicy", phase: "validating" });
  if (options.validatingWebhooks ?? true)
    stages.push({ kind: "webhooks", name: "ValidatingAdmissionWebhook", phase: "validating" });
  return stages.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Position of a stage in the chain. Plugins that kube-apiserver does not have come first, before every stage
 * that can call out.
 */
const placeOf = (stage: Stage): number =>
  PLUGIN_ORDER.indexOf(stage.kind === "plugin" ? stage.plugin.name : stage.name);

function byOperation(stages: readonly Stage[], phase: PhaseName): Record<Operation, readonly Stage[]> {
  const of = (operation: Operation) => stages.filter((stage) => takesPart(stage, phase, operation));
  return { CREATE: of("CREATE"), UPDATE: of("UPDATE"), DELETE: of("DELETE"), CONNECT: of("CONNECT") };
}

function takesPart(stage: Stage, phase: PhaseName, operation: Operation): boolean {
  if (stage.kind === "policies" && stage.phase === "mutating" && operation === "DELETE") return false;
  if (stage.kind !== "plugin") return (stage.phase === "mutating") === (phase === "admit");
  return stage.plugin[phase] !== undefined && stage.plugin.operations.has(operation);
}

/** A plan without plugins, policies or webhooks. */
export const EMPTY_PLAN: Plan = compilePlan([], []);

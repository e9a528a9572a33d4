import type { KubeObject } from "../../api/meta.ts";
import type { WebhookClientConfig } from "../../api/webhook-client-config.ts";
import { groupBy } from "../../async/groups.ts";
import { type Compose, composeOnce } from "../../cel/kubernetes/composition.ts";
import { expressionCompiler } from "../../cluster/compile-expressions.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { type Json, record, text } from "../../json/value.ts";
import { attempt } from "../../report/attempt.ts";
import { customResource } from "../../resources/custom/custom-resource.ts";
import type { Features } from "../../resources/features/features.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";
import { BUILTIN_GROUP_ORDER, builtinResources } from "../../resources/kinds/index.ts";
import { createRegistry, type FoundKind, type Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import {
  type BindingEntry,
  bindingsIn,
  type Configuration,
  type PolicyEntry,
  policiesIn,
  readConfiguration,
  type WebhookEntry,
  webhooksIn,
} from "./configurations.ts";
import { groupOf, kindOf, nameOf, namespaceOf } from "./names.ts";
import type { Tried } from "./tried.ts";

/** Facts besides the manifests. */
export interface ModelOptions {
  /**
   * True if the manifests are the whole cluster: objects that are not among them do not exist. Default:
   * false.
   */
  readonly complete?: boolean;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
  /** Connects to a webhook and returns its certificates. If absent, no connection is opened. */
  readonly dial?: Dial;
  /** Version of Kubernetes that the manifests are for, such as `1.35`. Default: the newest. */
  readonly kubernetesVersion?: string;
  /** Results of calling webhooks. Absent if none was called. */
  readonly tried?: readonly Tried[];
}

/**
 * Returns undefined if the address is not known. It never rejects, and returns the same result for the same
 * webhook.
 */
export type Dial = (config: WebhookClientConfig) => Promise<Dialled | undefined>;

/** Result of connecting to a webhook: its certificates as DER, or the error. */
export type Dialled =
  | { readonly kind: "shown"; readonly address: string; readonly chain: readonly Buffer[] }
  | { readonly kind: "failed"; readonly address: string; readonly message: string };

/** The groups of webhook configurations and policies, and of definitions of custom resources. */
const CONFIGURED: ReadonlySet<string> = new Set(["admissionregistration.k8s.io", "apiextensions.k8s.io"]);

/** A part of the manifests: objects that can be in a cluster at the same time, with all definitions. */
interface Part {
  /** All manifests. */
  readonly whole: Model;
  /** False for objects about which no finding is wanted. */
  readonly isChecked: (of: Manifest) => boolean;
}

/** The manifests in the form that rules read. Parts that few rules need are built on first use. */
export class Model {
  readonly manifests: readonly Manifest[];
  readonly complete: boolean;
  readonly now: number;
  readonly dial: Dial | undefined;
  readonly tried: readonly Tried[];
  readonly features: Features;
  readonly registry: Registry;
  /** Webhook configurations, policies, bindings and definitions, in the order in which they were read. */
  readonly configurations: readonly Configuration[];
  readonly webhooks: readonly WebhookEntry[];
  readonly policies: readonly PolicyEntry[];
  readonly bindings: readonly BindingEntry[];
  readonly isChecked: Part["isChecked"];
  readonly #byKind: ReadonlyMap<string, readonly Manifest[]>;
  #objects: readonly Configuration[] | undefined;
  readonly #part: Part | undefined;

  /** `part`: if the manifests are a part of others, the model of these, whose objects are not read again. */
  constructor(manifests: readonly Manifest[], options: ModelOptions, part?: Part) {
    const { complete = false, now, dial, tried = [], kubernetesVersion } = options;
    this.manifests = manifests;
    this.#byKind = groupBy(manifests, kindOf);
    this.complete = complete;
    this.now = now;
    this.dial = dial;
    this.tried = tried;
    this.isChecked = part?.isChecked ?? (() => true);
    this.#part = part;
    // The validation of a server compiles the same expressions as its admission.
    const compose = composeOnce();
    this.features = featuresOfVersion(kubernetesVersion);
    this.registry = part?.whole.registry ?? registryOf(manifests, compose, this.features);
    const read =
      part === undefined ? readAll(manifests, this.registry, compose) : within(part.whole, manifests);
    this.configurations = read.configurations;
    this.webhooks = read.webhooks;
    this.policies = read.policies;
    this.bindings = read.bindings;
  }

  /** All other whole objects of kinds that are known and have one definition, in the order in which they were read. */
  get objects(): readonly Configuration[] {
    this.#objects ??=
      this.#part?.whole.objects.filter(({ of }) => this.isChecked(of)) ??
      this.manifests
        .filter((one) => !CONFIGURED.has(groupOf(one)) && !hasExpressions(one.object))
        .flatMap((one) => readConfiguration(one, this.registry) ?? [])
        .filter(({ found }) => !found.resource.custom || this.isDefinedOnce(found));
    return this.#objects;
  }

  /** False for a kind whose definition is among the manifests several times, which can be of different releases. */
  isDefinedOnce({ kind: { group, kind } }: FoundKind): boolean {
    const own = this.of("CustomResourceDefinition").filter(({ object }) => {
      const spec = record(object.spec);
      return spec.group === group && record(spec.names).kind === kind;
    });
    return own.length === 1;
  }

  /** True if virtual resources, such as TokenReviews, are not sent to webhooks. */
  get excludesVirtualResources(): boolean {
    return this.features.isOn("ExcludeAdmissionWebhookVirtualResources");
  }

  /** Returns the objects of a kind, of any group and version. */
  of(kind: string): readonly Manifest[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** Finds an object by its names. One without a namespace matches any namespace. */
  find(kind: string, namespace: string, name: string): Manifest | undefined {
    const named = this.of(kind).filter((one) => nameOf(one) === name);
    return (
      named.find((one) => namespaceOf(one) === namespace) ?? named.find((one) => namespaceOf(one) === "")
    );
  }
}

type Read = Pick<Model, "configurations" | "webhooks" | "policies" | "bindings">;

function readAll(manifests: readonly Manifest[], registry: Registry, compose: Compose): Read {
  const configurations = manifests
    .filter((one) => CONFIGURED.has(groupOf(one)))
    .flatMap((one) => readConfiguration(one, registry) ?? []);
  return {
    configurations,
    webhooks: configurations.flatMap(webhooksIn),
    policies: configurations.flatMap((one) => policiesIn(one, compose)),
    bindings: configurations.flatMap(bindingsIn),
  };
}

/** The configurations of a model among these manifests, which are a part of its own. */
function within(
  { configurations, webhooks, policies, bindings }: Model,
  manifests: readonly Manifest[],
): Read {
  const own = new Set(manifests);
  const isOwn = ({ of }: { readonly of: Manifest }): boolean => own.has(of);
  return {
    configurations: configurations.filter(isOwn),
    webhooks: webhooks.filter(isOwn),
    policies: policies.filter(isOwn),
    bindings: bindings.filter(isOwn),
  };
}

const DEFINITIONS = "apiextensions.k8s.io/v1";

/**
 * Returns the registry of the built-in kinds and of those that the manifests define. Expressions are compiled
 * with `compose`.
 */
function registryOf(manifests: readonly Manifest[], compose: Compose, features: Features): Registry {
  const builtin = builtinResources({
    v1beta1Registration: true,
    features,
    registration: { compile: expressionCompiler(compose) },
  });
  const definitions = createRegistry(builtin).findKind(
    "apiextensions.k8s.io",
    "v1",
    "CustomResourceDefinition",
  );
  const custom = manifests
    .filter(({ object }) => object.apiVersion === DEFINITIONS && object.kind === "CustomResourceDefinition")
    .flatMap(({ object }) => defined(object as unknown as KubeObject, definitions?.kind.applyDefaults));
  return createRegistry([...builtin, ...custom], { groupOrder: BUILTIN_GROUP_ORDER });
}

/** True for a part of an object that a test expects, with expressions as keys (Chainsaw). */
const hasExpressions = (value: Json | undefined): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(value).some(([key, member]) => key.startsWith("(") || hasExpressions(member));

/** Returns the resource of a definition; none if the definition is too broken to define one. */
function defined(
  object: KubeObject,
  applyDefaults: ((object: KubeObject) => void) | undefined,
): ResourceDefinition[] {
  const { status: _status, ...declared } = object;
  const definition = structuredClone(declared);
  const resource = attempt(() => {
    applyDefaults?.(definition);
    const { group, names } = record(definition.spec);
    const { kind, plural } = record(names);
    return [group, kind, plural].every((part) => text(part) !== "") ? customResource(definition) : undefined;
  });
  return resource === undefined ? [] : [resource];
}

import type { WebhookClientConfig } from "../../api/webhook-client-config.ts";
import { composeOnce } from "../../cel/composition.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Registry } from "../../resources/registry.ts";
import { groupOf, kindOf, nameOf, namespaceOf } from "./names.ts";
import { type BindingEntry, bindingsIn, type PolicyEntry, policiesIn } from "./policies.ts";
import { type Configuration, readConfiguration } from "./read-configuration.ts";
import { registryOf } from "./registry-of.ts";
import type { Tried } from "./tried.ts";
import { type WebhookEntry, webhooksIn } from "./webhooks.ts";

export interface ModelOptions {
  /** They are all that a cluster has: what is not among them is not there. Default: false. */
  readonly complete?: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Connects to a webhook and answers what it shows. Absent: nobody is dialled. */
  readonly dial?: Dial;
  /** What came of calling webhooks. Absent: nobody was called. */
  readonly tried?: readonly Tried[];
}

/** Undefined: nobody knows where it is. Never rejects; the same answer for the same webhook. */
export type Dial = (config: WebhookClientConfig) => Promise<Dialled | undefined>;

export type Dialled =
  | { readonly kind: "shown"; readonly address: string; readonly chain: readonly Buffer[] }
  | { readonly kind: "failed"; readonly address: string; readonly message: string };

/** What was read, as rules look at it. What few rules want is made when it is first asked for. */
export class Model {
  readonly manifests: readonly Manifest[];
  readonly complete: boolean;
  readonly now: number;
  readonly dial: Dial | undefined;
  readonly tried: readonly Tried[];
  readonly registry: Registry;
  /** Webhook configurations, policies and bindings, in the order in which they were read. */
  readonly configurations: readonly Configuration[];
  readonly webhooks: readonly WebhookEntry[];
  readonly policies: readonly PolicyEntry[];
  readonly bindings: readonly BindingEntry[];
  readonly #byKind = new Map<string, Manifest[]>();

  constructor(manifests: readonly Manifest[], { complete = false, now, dial, tried = [] }: ModelOptions) {
    this.manifests = manifests;
    this.complete = complete;
    this.now = now;
    this.dial = dial;
    this.tried = tried;
    // The checks of a server compile the same expressions as its admission.
    const compose = composeOnce();
    this.registry = registryOf(manifests, compose);
    for (const manifest of manifests) this.#add(manifest);
    this.configurations = manifests
      .filter((one) => groupOf(one) === "admissionregistration.k8s.io")
      .flatMap((one) => readConfiguration(one, this.registry) ?? []);
    this.webhooks = this.configurations.flatMap(webhooksIn);
    this.policies = this.configurations.flatMap((one) => policiesIn(one, compose));
    this.bindings = this.configurations.flatMap(bindingsIn);
  }

  #add(manifest: Manifest): void {
    const kind = kindOf(manifest);
    const others = this.#byKind.get(kind);
    if (others === undefined) this.#byKind.set(kind, [manifest]);
    else others.push(manifest);
  }

  /** The objects of a kind, whatever their group and version. */
  of(kind: string): readonly Manifest[] {
    return this.#byKind.get(kind) ?? [];
  }

  /** An object by its names. One that says no namespace may be in any. */
  find(kind: string, namespace: string, name: string): Manifest | undefined {
    const named = this.of(kind).filter((one) => nameOf(one) === name);
    return (
      named.find((one) => namespaceOf(one) === namespace) ?? named.find((one) => namespaceOf(one) === "")
    );
  }
}

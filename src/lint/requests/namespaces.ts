import type { WebhookHook } from "../../admission/hook.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { WebhookEntry } from "../model/configurations.ts";
import type { Model } from "../model/model.ts";
import { labelsOf, nameOf, namespaceOf } from "../model/names.ts";
import { satisfying } from "./satisfying.ts";

/** The label that the API server itself sets on every namespace. */
export const NAME_LABEL = "kubernetes.io/metadata.name";

/** The known labels of namespaces. For a namespace that no manifest declares only the name is known. */
export class Namespaces {
  readonly #complete: boolean;
  readonly #declared: ReadonlyMap<string, Manifest>;

  constructor(model: Model) {
    this.#complete = model.complete;
    this.#declared = new Map(model.of("Namespace").map((one) => [nameOf(one), one]));
  }

  readonly labelsOf = (name: string): Labels => {
    const declared = this.#declared.get(name);
    return { ...(declared && labelsOf(declared, "labels")), [NAME_LABEL]: name };
  };

  /** Returns the unknown labels that decide if a hook is called in the namespace. */
  unknownLabels({ namespaceSelector }: Pick<WebhookHook, "namespaceSelector">, name: string): string[] {
    if (name === "" || this.#complete || this.#declared.has(name)) return [];
    if (namespaceSelector.kind === "broken") return [];
    const keys = namespaceSelector.selector.requirements.map(({ key }) => key);
    return [...new Set(keys)].filter((key) => key !== NAME_LABEL);
  }

  get names(): string[] {
    return [...this.#declared.keys()];
  }
}

/** Namespaces in which the same webhooks are called. */
export interface NamespaceClass {
  /** The namespaces in words: names, `any other`, `those with team=shop`. */
  readonly names: readonly string[];
  /** Name of one namespace that represents all. */
  readonly name: string;
  readonly labels: Labels;
  /** The webhooks that are called there, as far as namespaces decide. */
  readonly asked: ReadonlySet<WebhookEntry>;
}

/** Returns the classes whose webhooks are not a subset of those of another class. */
export function largest(classes: readonly NamespaceClass[]): NamespaceClass[] {
  const isPartOf = (one: NamespaceClass, other: NamespaceClass): boolean =>
    one !== other && [...one.asked].every((hook) => other.asked.has(hook));
  return classes.filter((one) => !classes.some((other) => isPartOf(one, other)));
}

const ALWAYS = ["default", "kube-system", "kube-node-lease"];
const ANY_OTHER = "any other";

/**
 * Namespaces grouped by the webhooks whose namespaceSelector admits them. Besides the known namespaces there are
 * some with the labels of the selectors.
 */
export function namespaceClasses(
  model: Model,
  namespaces: Namespaces,
  hooks: readonly WebhookEntry[],
): NamespaceClass[] {
  const classes = new Map<string, NamespaceClass & { names: string[] }>();
  for (const { name, labels } of [...named(model, namespaces, hooks), ...described(hooks)]) {
    const key = hooks.map(({ hook }) => admits(hook.namespaceSelector, labels)).join();
    const known = classes.get(key);
    const asked = (): WebhookEntry[] => hooks.filter(({ hook }) => admits(hook.namespaceSelector, labels));
    if (known === undefined) classes.set(key, { names: [name], name, labels, asked: new Set(asked()) });
    else known.names.push(name);
  }
  return [...classes.values()];
}

function named(model: Model, namespaces: Namespaces, hooks: readonly WebhookEntry[]) {
  const names = new Set([
    ...namespaces.names,
    ...model.manifests.map(namespaceOf),
    ...hooks.flatMap(({ hook }) => hook.target.clientConfig.service?.namespace ?? []),
    ...ALWAYS,
  ]);
  names.delete("");
  return [...names].sort().map((name) => ({ name, labels: namespaces.labelsOf(name) }));
}

/** Returns a namespace without labels, and namespaces with the labels that selectors require. */
function described(hooks: readonly WebhookEntry[]) {
  const wanted = hooks.flatMap(({ hook }) => {
    const labels = satisfying(hook.namespaceSelector);
    if (labels === undefined || Object.keys(labels).length === 0 || NAME_LABEL in labels) return [];
    const text = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
    return [{ name: `those with ${text.join(",")}`, labels: { [NAME_LABEL]: "any", ...labels } }];
  });
  const unique = new Map(wanted.map((one) => [one.name, one]));
  return [{ name: ANY_OTHER, labels: { [NAME_LABEL]: "any" } }, ...unique.values()];
}

const admits = (selector: WebhookEntry["hook"]["namespaceSelector"], labels: Labels): boolean =>
  selector.kind === "broken" || selector.selector.matches(labels);

/** `a, b and any other namespace`. */
export function namespacesText(names: readonly string[]): string {
  if (names.length === 0) return "";
  const shown = names.length > 8 ? [...names.slice(0, 7), `${names.length - 7} more`] : names;
  return ` in ${shown.length === 1 ? "" : `${shown.slice(0, -1).join(", ")} and `}${shown.at(-1)}`;
}

import type { WebhookHook } from "../../admission/hook.ts";
import type { Labels } from "../../api/selectors/label-selector.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import type { Model } from "../model/model.ts";
import { labelsOf, nameOf } from "../model/names.ts";

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

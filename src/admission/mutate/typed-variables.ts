import type { GroupVersionKind } from "../../api/group-version.ts";
import type { Activation } from "../../cel/plan/frame.ts";
import type { GoContainer, GoContainers } from "../../go/go-container.ts";
import { isJsonObject } from "../../json/value.ts";
import type { MutationPorts } from "../ports.ts";

/**
 * Form in which expressions get the objects of one version in one round: kube-apiserver gives them values of Go's
 * types once match conditions were evaluated about that version, and JSON before. An object keeps its form until a
 * mutation replaces it (apiserver/pkg/admission/conversion.go, LazyObject).
 */
export class ObjectForms {
  #hasConditions = false;
  #object: boolean | undefined;
  #oldObject: boolean | undefined;

  noteConditions(): void {
    this.#hasConditions = true;
    this.take();
  }

  noteReplaced(): void {
    this.#object = undefined;
  }

  /** Returns true for each object that has values of Go's types, and fixes its form. */
  take(): { readonly object: boolean; readonly oldObject: boolean } {
    this.#object ??= this.#hasConditions;
    this.#oldObject ??= this.#hasConditions;
    return { object: this.#object, oldObject: this.#oldObject };
  }
}

const NAMESPACE: GroupVersionKind = { group: "", version: "v1", kind: "Namespace" };

/** Kinds of the variables that have values of Go's types; undefined: it is JSON. */
export type TypedKinds = Readonly<Record<"object" | "oldObject" | "params", GroupVersionKind | undefined>>;

/** Returns the containers of Go that the variables of a mutation have. They are searched at the first use. */
export function containersIn(
  activation: Activation,
  kinds: TypedKinds,
  goContainers: NonNullable<MutationPorts["goContainers"]>,
): GoContainers {
  let known: ReadonlyMap<object, GoContainer> | undefined;
  const search = (): ReadonlyMap<object, GoContainer> => {
    const typed = { ...kinds, namespaceObject: NAMESPACE, request: "request" } as const;
    return new Map(
      Object.entries(typed).flatMap(([name, kind]) => {
        const value = activation[name];
        return kind !== undefined && isJsonObject(value) ? [...goContainers(value, kind)] : [];
      }),
    );
  };
  return (value) => {
    known ??= search();
    return known.get(value);
  };
}

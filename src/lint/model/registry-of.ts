import type { KubeObject } from "../../api/meta.ts";
import type { Compose } from "../../cel/kubernetes/composition.ts";
import { expressionCompiler } from "../../cluster/compile-expressions.ts";
import type { Manifest } from "../../explain/offline/manifests.ts";
import { customResource } from "../../resources/custom/custom-resource.ts";
import type { Features } from "../../resources/features/features.ts";
import { BUILTIN_GROUP_ORDER, builtinResources } from "../../resources/kinds/index.ts";
import { createRegistry, type Registry } from "../../resources/registry.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";

const DEFINITIONS = "apiextensions.k8s.io/v1";

/**
 * Returns the registry of the built-in kinds and of those that the manifests define. Expressions are compiled
 * with `compose`.
 */
export function registryOf(manifests: readonly Manifest[], compose: Compose, features: Features): Registry {
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

/** Returns the resource of a definition; none if the definition is too broken to define one. */
function defined(
  object: KubeObject,
  applyDefaults: ((object: KubeObject) => void) | undefined,
): ResourceDefinition[] {
  try {
    const { status: _status, ...declared } = object;
    const spec = structuredClone(declared);
    applyDefaults?.(spec);
    return [customResource(spec)];
  } catch {
    return [];
  }
}

import { builtinResources } from "../../src/resources/kinds/index.ts";
import type { Strategy } from "../../src/resources/strategy.ts";

const RESOURCES = builtinResources({ v1beta1Registration: false });

/**
 * Returns the strategy of a built-in resource, for tests; `name`: `apps/deployments`, `/pods`,
 * `/pods/status`. Throws for unknown names.
 */
export function builtinStrategy(name: string): Strategy {
  const [group, wanted, subresource] = name.split("/");
  const resource = RESOURCES.find((one) => one.group === group && one.plural === wanted);
  const found =
    subresource === undefined ? resource?.strategy : resource?.subresources.get(subresource)?.strategy;
  if (found === undefined) throw new Error(`no resource ${name}`);
  return found;
}

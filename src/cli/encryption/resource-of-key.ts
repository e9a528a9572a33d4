import type { GroupResource } from "../../api/group-version.ts";
import { builtinResources } from "../../resources/kinds/index.ts";
import { KEY_PREFIX } from "../../storage/key-prefix.ts";

/**
 * Returns a function that maps a key to the resource of the object under it. It returns undefined for the
 * keys that servers use for themselves, which kube-apiserver does not encrypt either: `ranges`,
 * `masterleases`, `peerserverleases`.
 */
export function resourceOfKeys(): (key: string) => GroupResource | undefined {
  // The same objects may have two names, as events have: the first one counts.
  const builtin = [...builtinResources({ v1beta1Registration: false })].reverse();
  const known = new Map(
    builtin.map(({ storagePrefix, group, plural }): [string, GroupResource] => [
      storagePrefix,
      { group, resource: plural },
    ]),
  );
  return (key) => {
    const [first = "", second = ""] = key.slice(KEY_PREFIX.length).split("/", 2);
    const found = known.get(first) ?? known.get(`${first}/${second}`);
    if (found !== undefined) return found;
    // A custom resource: its group has a dot in it.
    return first.includes(".") && second !== "" ? { group: first, resource: second } : undefined;
  };
}

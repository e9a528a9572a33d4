import type { KubeObject } from "../../api/meta.ts";
import { equal } from "../../json/equal.ts";
import { clone } from "../../json/object.ts";
import type { Versions } from "./versions.ts";

/**
 * What a stored object is today. It may have been written under another schema, or in a version that was the storage
 * version then: it is pruned and defaulted by the schema of the version that it was written in, then converted to the
 * hub. Answers its argument where nothing changes, and remembers per object.
 */
export function storedReader(versions: Versions): (object: KubeObject) => KubeObject {
  const known = new WeakMap<KubeObject, KubeObject>();
  return (object) => {
    let read = known.get(object);
    if (read === undefined) {
      read = readStored(object, versions);
      known.set(object, read);
    }
    return read;
  };
}

function readStored(object: KubeObject, { hub, byName, convert }: Versions): KubeObject {
  const name = (object.apiVersion ?? "").split("/")[1] ?? "";
  const written = byName.get(name) ?? hub;
  let current = clone(object);
  written.schema.prune(current);
  written.schema.applyDefaults(current);
  if (written !== hub) {
    current = convert(current, hub.apiVersion);
    hub.schema.prune(current);
  }
  return equal(current, object) ? object : current;
}

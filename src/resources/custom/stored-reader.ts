import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { plainError } from "../../api/status.ts";
import { addTo } from "../../async/groups.ts";
import { atOnce, type Steps } from "../../async/steps.ts";
import { equal } from "../../json/equal.ts";
import type { ResourceDefinition } from "../resource-definition.ts";
import { noteWhole } from "./convert.ts";
import type { CustomVersion } from "./custom-version.ts";
import { coerceStored } from "./embedded-meta.ts";
import { noteSource } from "./sources.ts";
import type { Versions } from "./versions.ts";

/**
 * Reads stored objects by the current definition. An object may have been stored under another schema, or
 * while another version was the storage version: it is pruned and defaulted by the schema of the version in
 * which it was stored, then converted to the hub. `fromStore` returns its argument if nothing changes, and
 * caches the result for each object.
 */
export function storedReader(
  versions: Versions,
): Pick<ResourceDefinition, "storedReady" | "readAhead"> & Required<Pick<ResourceDefinition, "fromStore">> {
  const known = new WeakMap<KubeObject, KubeObject>();
  const fromStore = (object: KubeObject): KubeObject => {
    let read = known.get(object);
    if (read === undefined) {
      read = atOnce(readStored(object, versions));
      known.set(object, read);
    }
    return read;
  };
  const { ready } = versions;
  if (ready === undefined) {
    return {
      fromStore,
      *readAhead(objects) {
        for (const object of objects) {
          if (known.has(object) || !isDeclared(object, versions)) continue;
          known.set(object, yield* readStored(object, versions));
          yield;
        }
      },
    };
  }
  return {
    fromStore,
    storedReady: (objects) =>
      readyAll(
        objects.filter((one) => !known.has(one) && isDeclared(one, versions)),
        versions,
      ),
  };
}

/** False if the definition no longer has the version in which the object was stored: then `fromStore` throws. */
const isDeclared = ({ apiVersion = "" }: KubeObject, { byName }: Versions): boolean =>
  byName.has(apiVersion.split("/")[1] ?? "");

function* readStored(object: KubeObject, versions: Versions): Steps<KubeObject> {
  const { hub } = versions;
  const written = writtenIn(object, versions);
  const current = yield* asWritten(object, written);
  yield;
  if (written !== hub) return inHub(current, versions);
  return equal(current, object) ? object : current;
}

/**
 * Converts an object to the hub and prunes it by the hub's schema. Conversions to other versions use the form
 * before the pruning.
 */
function inHub(written: KubeObject, { hub, convert, ready }: Versions): KubeObject {
  const whole = convert(written, hub.apiVersion);
  const pruned = ready === undefined ? copyWithNotes(whole) : whole;
  hub.schema.prune(pruned);
  if (ready === undefined) noteWhole(pruned, whole);
  else noteSource(pruned, written);
  return pruned;
}

/**
 * Returns the version in which an object was stored. Throws StatusError (500) if the definition no longer has
 * that version (apiserver/conversion/converter.go, Convert).
 */
function writtenIn({ apiVersion = "" }: KubeObject, { hub, byName }: Versions): CustomVersion {
  if (apiVersion === hub.apiVersion) return hub;
  const written = byName.get(apiVersion.split("/")[1] ?? "");
  if (written === undefined)
    throw plainError(`request to convert CR from an invalid group/version: ${apiVersion}`);
  return written;
}

/** Prunes a stored object and fills in its defaults, by the schema of its own version. */
export function* asWritten(object: KubeObject, { schema }: CustomVersion): Steps<KubeObject> {
  const current = copyWithNotes(object);
  yield;
  schema.prune(current);
  schema.visitEmbedded(current, coerceStored);
  yield;
  schema.applyDefaults(current);
  return current;
}

/**
 * Requests the conversion of the objects that were stored in other versions than the hub, in one call for
 * each version.
 */
function readyAll(objects: readonly KubeObject[], versions: Versions): Promise<void> | undefined {
  const { hub, ready } = versions;
  const byVersion = new Map<CustomVersion, KubeObject[]>();
  for (const object of objects) {
    const written = writtenIn(object, versions);
    if (written !== hub) addTo(byVersion, written, atOnce(asWritten(object, written)));
  }
  const waiting = [...byVersion.values()].map((group) => ready?.(group, hub.apiVersion));
  return waiting.some((one) => one !== undefined) ? Promise.all(waiting).then(() => {}) : undefined;
}

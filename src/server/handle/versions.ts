import { setImmediate } from "node:timers/promises";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { Document } from "../../api/object/document.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { oncePerObject } from "../../async/once.ts";
import { untilPause } from "../../async/steps.ts";
import { thenMaybe } from "../../async/then-maybe.ts";
import { sourceOf } from "../../resources/custom/sources.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { Change, Entry } from "../../storage/storage.ts";
import { paced } from "../loop/turns.ts";
import { liveDocument, storedDocument, type Target } from "./target.ts";
import { arrangedDocument, type Stored } from "./write/seal.ts";

/**
 * Conversion of objects to other versions. Results are immediate, except if a webhook converts: then there is
 * a promise, which never rejects because of the webhook; the conversion itself throws that error.
 */

/** Reads the stored object in the present hub version. */
export function readStored(
  resource: ResourceDefinition,
  stored: Entry,
): Document<KubeObject> | Promise<Document<KubeObject>> {
  const entry = resource.storedReady === undefined ? stored : withValue(stored);
  const ready = resource.storedReady?.([objectOf(entry)]) ?? readAhead(resource, [entry]);
  return ready === undefined
    ? storedDocument(resource, entry)
    : ready.then(() => storedDocument(resource, entry));
}

/** Reads the stored object for updates and subresources. */
export const readLive = (
  resource: ResourceDefinition,
  stored: Entry,
): Document<KubeObject> | Promise<Document<KubeObject>> =>
  resource.strategy.completesAnswersOnly === true
    ? liveDocument(resource, stored)
    : readStored(resource, stored);

/** Returns the document with which a write of this entry is answered. */
export const writtenDocument = (
  { resource, subresource }: Target,
  entry: Entry,
): Document<KubeObject> | Promise<Document<KubeObject>> =>
  subresource === undefined ? readStored(resource, entry) : readLive(resource, entry);

/** Converts an object to its stored version, after the conversion webhook has answered if there is one. */
export function toHub(kind: KindDefinition, object: KubeObject): KubeObject | Promise<KubeObject> {
  const ready = kind.ready?.([object]);
  return ready === undefined ? kind.toHub(object) : ready.then(() => kind.toHub(object));
}

/** Converts a stored object to a version, after the conversion webhook has answered if there is one. */
export function fromHub(kind: KindDefinition, object: KubeObject): KubeObject | Promise<KubeObject> {
  const ready = kind.ready?.([object]);
  return ready === undefined ? kind.fromHub(object) : ready.then(() => kind.fromHub(object));
}

/**
 * Converts from the hub version for comparisons of managed fields: fields that the version does not have are
 * kept, so that their changes are detected.
 */
export const fromHubWhole = (kind: KindDefinition, object: KubeObject): KubeObject =>
  kind.fromHubWhole?.(object) ?? kind.fromHub(object);

/**
 * Returns the stored object in the hub version in the form of admission: in the reference, each version of a
 * custom resource has a storage of its own, which reads only the fields of that version.
 */
export function seenOld({ kind }: Target, stored: KubeObject): KubeObject | Promise<KubeObject> {
  if (kind.seenAs === undefined) return stored;
  const shown = fromHub(kind, stored);
  return thenMaybe(shown, (there) => kind.seenAs?.(stored, there) ?? stored);
}

/**
 * Returns the result of mutating admission in the hub version, converted by way of the version of the
 * request: if a webhook converts, fields that this version does not have are lost
 * (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go).
 */
export function throughRequested({ kind }: Target, object: KubeObject): KubeObject | Promise<KubeObject> {
  if (kind.ready === undefined || sourceOf(object).apiVersion === formatGroupVersion(kind)) return object;
  return thenMaybe(kind.ready([object]), () => toHub(kind, fromHubWhole(kind, object)));
}

/**
 * Returns the object in the hub version as a version of a custom resource writes it after a read: without the
 * fields that it does not have.
 */
export async function rewritten({ resource, kind }: Target, object: KubeObject): Promise<KubeObject> {
  if (!resource.custom || kind === resource.hub) return object;
  const written = copyWithNotes(await toHub(kind, await fromHub(kind, object)));
  resource.strategy.prepareForStorage?.(written, kind.version);
  return written;
}

/** Returns the document for the client: the stored document itself, or a conversion to the requested version. */
export function answerDocument({ resource, kind }: Target, stored: Stored): Stored {
  return kind === resource.hub ? stored : arrangedDocument(kind, kind.fromHub(stored.value));
}

/** Returns the document for the client, also if a webhook converts. */
export function answered(target: Target, stored: Stored): Stored | Promise<Stored> {
  const ready = target.kind.ready?.([stored.value]);
  return ready === undefined
    ? answerDocument(target, stored)
    : ready.then(() => answerDocument(target, stored));
}

/** Resource in a requested version. */
type InVersion = Pick<Target, "resource" | "kind">;

/** False: entries of this resource are immediately available in the version of the request. */
export const mayWait = ({ resource, kind }: InVersion): boolean =>
  resource.storedReady !== undefined || kind.ready !== undefined;

/**
 * Returns entries that keep their values. Conversions by webhooks are cached by the converted value, so that
 * entries must keep theirs between `entriesReady` and `storedDocument`. Other entries are returned unchanged.
 */
export const lasting = (target: InVersion, entries: readonly Entry[]): readonly Entry[] =>
  mayWait(target) ? entries.map(withValue) : entries;

const withValue = (entry: Entry): Entry => {
  const { value, bytes } = entry.document;
  return { ...entry, document: new Document(value, bytes) };
};

/** Returns a change that keeps its values; all watchers of a change get the same one. */
export const lastingChange = oncePerObject((change: Change): Change => {
  const { entry, previous } = change;
  return { ...change, entry: withValue(entry), previous: previous && withValue(previous) };
});

/**
 * Prepares the conversions for `answerDocument` of `storedDocument` of all these entries; a webhook is called
 * once for each step.
 */
export function entriesReady(target: InVersion, entries: readonly Entry[]): Promise<void> | undefined {
  if (entries.length === 0) return undefined;
  return mayWait(target) ? fetched(target, entries) : readAhead(target.resource, entries);
}

/** Reads the stored objects with turns for other requests between them; undefined: they have been read. */
function readAhead(resource: ResourceDefinition, entries: readonly Entry[]): Promise<void> | undefined {
  const steps = resource.readAhead?.(objectsOf(entries));
  return steps && untilPause(steps, paced(setImmediate));
}

function* objectsOf(entries: readonly Entry[]): Generator<KubeObject> {
  for (const entry of entries) yield objectOf(entry);
}

async function fetched({ resource, kind }: InVersion, entries: readonly Entry[]): Promise<void> {
  await resource.storedReady?.(entries.map(objectOf));
  if (kind.ready === undefined) return;
  const stored = entries.flatMap((entry) => {
    try {
      return [storedDocument(resource, entry).value];
    } catch {
      // The callers that need the result get the error.
      return [];
    }
  });
  await kind.ready(stored);
}

import { setImmediate } from "node:timers/promises";
import { formatGroupVersion } from "../../api/group-version.ts";
import type { KubeObject } from "../../api/meta.ts";
import { untilPause } from "../../api/steps.ts";
import { whenThere } from "../../api/when-there.ts";
import { Document } from "../../json/document.ts";
import { copyWithNotes } from "../../json/notes.ts";
import { sourceOf } from "../../resources/custom/sources.ts";
import type { KindDefinition } from "../../resources/kind.ts";
import type { ResourceDefinition } from "../../resources/resource-definition.ts";
import { objectOf } from "../../storage/object-of.ts";
import type { Change, Entry } from "../../storage/storage.ts";
import { liveDocument, storedDocument, type Target } from "./target.ts";
import { arrangedDocument, type Stored } from "./write/seal.ts";
import { paced } from "./write/turns.ts";

/**
 * Objects in other versions. All of it is there at once, unless a webhook converts: then there is a promise, which never
 * rejects with what the webhook did wrong; the conversion throws that.
 */

/** What is stored, in the hub version of today. */
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

/** The same for updates and subresources. */
export const readLive = (
  resource: ResourceDefinition,
  stored: Entry,
): Document<KubeObject> | Promise<Document<KubeObject>> =>
  resource.strategy.completesAnswersOnly === true
    ? liveDocument(resource, stored)
    : readStored(resource, stored);

/** What a write of this entry is answered with. */
export const writtenDocument = (
  { resource, subresource }: Target,
  entry: Entry,
): Document<KubeObject> | Promise<Document<KubeObject>> =>
  subresource === undefined ? readStored(resource, entry) : readLive(resource, entry);

export function toHub(kind: KindDefinition, object: KubeObject): KubeObject | Promise<KubeObject> {
  const ready = kind.ready?.([object]);
  return ready === undefined ? kind.toHub(object) : ready.then(() => kind.toHub(object));
}

export function fromHub(kind: KindDefinition, object: KubeObject): KubeObject | Promise<KubeObject> {
  const ready = kind.ready?.([object]);
  return ready === undefined ? kind.fromHub(object) : ready.then(() => kind.fromHub(object));
}

/** The same as managed fields are compared: with what the version does not know, so that somebody notices. */
export const fromHubWhole = (kind: KindDefinition, object: KubeObject): KubeObject =>
  kind.fromHubWhole?.(object) ?? kind.fromHub(object);

/**
 * What is stored, in the hub version, as admission is shown it: each version of a custom resource has a storage of its own
 * in the reference, which reads only what the version knows.
 */
export function seenOld({ kind }: Target, stored: KubeObject): KubeObject | Promise<KubeObject> {
  if (kind.seenAs === undefined) return stored;
  const shown = fromHub(kind, stored);
  return whenThere(shown, (there) => kind.seenAs?.(stored, there) ?? stored);
}

/**
 * What mutating admission has made of an object, in the hub version, by way of the version of the request: where a webhook
 * converts, what that version does not have is lost (apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go).
 */
export function throughRequested({ kind }: Target, object: KubeObject): KubeObject | Promise<KubeObject> {
  if (kind.ready === undefined || sourceOf(object).apiVersion === formatGroupVersion(kind)) return object;
  return whenThere(kind.ready([object]), () => toHub(kind, fromHubWhole(kind, object)));
}

/** What a version of a custom resource writes of what it has read, in the hub version: nothing that it does not know. */
export async function rewritten({ resource, kind }: Target, object: KubeObject): Promise<KubeObject> {
  if (!resource.custom || kind === resource.hub) return object;
  const written = copyWithNotes(await toHub(kind, await fromHub(kind, object)));
  resource.strategy.prepareForStorage?.(written, kind.version);
  return written;
}

/** What the client sees: the stored document itself, unless it asked for another version. */
export function answerDocument({ resource, kind }: Target, stored: Stored): Stored {
  return kind === resource.hub ? stored : arrangedDocument(kind, kind.fromHub(stored.value));
}

/** The same, where a webhook may have to convert. */
export function answered(target: Target, stored: Stored): Stored | Promise<Stored> {
  const ready = target.kind.ready?.([stored.value]);
  return ready === undefined
    ? answerDocument(target, stored)
    : ready.then(() => answerDocument(target, stored));
}

/** A resource, and the version in which it is wanted. */
type InVersion = Pick<Target, "resource" | "kind">;

/** False: entries of this resource are there in the version of the request at once. */
export const mayWait = ({ resource, kind }: InVersion): boolean =>
  resource.storedReady !== undefined || kind.ready !== undefined;

/**
 * What a webhook answers is remembered by the value that it was asked about: such entries must not forget theirs between
 * `entriesReady` and `storedDocument`. Others are the same.
 */
export const lasting = (target: InVersion, entries: readonly Entry[]): readonly Entry[] =>
  mayWait(target) ? entries.map(withValue) : entries;

const withValue = (entry: Entry): Entry => {
  const { value, bytes } = entry.document;
  return { ...entry, document: new Document(value, bytes) };
};

const lastingChanges = new WeakMap<Change, Change>();

/** The same of a change, of which all who watch get the same. */
export function lastingChange(change: Change): Change {
  let lasting = lastingChanges.get(change);
  if (lasting === undefined) {
    const { entry, previous } = change;
    lasting = { ...change, entry: withValue(entry), previous: previous && withValue(previous) };
    lastingChanges.set(change, lasting);
  }
  return lasting;
}

/** Fetches what `answerDocument` of `storedDocument` needs of all these entries, a webhook is asked once for each step. */
export function entriesReady(target: InVersion, entries: readonly Entry[]): Promise<void> | undefined {
  if (entries.length === 0) return undefined;
  return mayWait(target) ? fetched(target, entries) : readAhead(target.resource, entries);
}

/** Reads what is stored with turns for others in between; undefined: it is read. */
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
      // The callers that need it get the error.
      return [];
    }
  });
  await kind.ready(stored);
}

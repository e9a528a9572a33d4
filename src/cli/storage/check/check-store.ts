import { withSortedMembers } from "../../../json/object.ts";
import { decodeJson } from "../../../json/parse/decode.ts";
import { isJsonObject, type Json } from "../../../json/value.ts";
import { messageOf } from "../../../report/describe-error.ts";
import type { ShowProgress, Source, Space } from "../../../storage/copy/places.ts";
import { digestOf, digestOfAll, type StoredItem, storedForm } from "../../../storage/copy/stored-item.ts";
import { isEncrypted } from "../../../storage/encryption/transformer.ts";
import { keyOpinions } from "./places-of-keys.ts";
import { type Seen, see } from "./seen.ts";

type ProblemKind =
  | "unreadable"
  | "wrongKey"
  | "wrongRevision"
  | "duplicateUID"
  | "duplicateAddress"
  | "missingOwner"
  | "encrypted";

/** A finding about one key. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly key: string;
  readonly message: string;
}

/** Result of `storage check`. */
export interface CheckReport {
  readonly store: string;
  readonly revision: number;
  readonly objects: number;
  /** Equal for all stores with equal contents; absent if an object cannot be read. */
  readonly digest?: string;
  /** Number of objects of each resource, in the order of the resources' names. */
  readonly resources: Readonly<Record<string, number>>;
  readonly space: Space;
  /** Errors in the store. */
  readonly problems: readonly Problem[];
  /** Findings that also occur in sound stores. */
  readonly notes: readonly Problem[];
}

/**
 * Reads everything at one moment. `hasKeys`: what is still encrypted cannot be decrypted. Throws a StorageError where reading
 * itself fails.
 */
export async function checkStore(
  source: Source,
  progress: ShowProgress,
  hasKeys = false,
): Promise<CheckReport> {
  const moment = await source.read();
  const all: Seen[] = [];
  const digests = new Map<string, string>();
  const problems: Problem[] = [];
  let [objects, encrypted] = [0, 0];
  try {
    for await (const page of moment.pages()) {
      for (const item of page) {
        if (isEncrypted(item.bytes) && !hasKeys) {
          encrypted++;
          digests.set(item.key, digestOf(item));
        } else readItem(item, source.form === "sealed", { all, digests, problems });
      }
      objects += page.length;
      progress({ step: "check", done: objects, all: moment.count });
    }
  } finally {
    moment.close();
  }
  const { counts, wrong } = placesOf(all);
  const unreadable = objects - all.length - encrypted;
  const hidden = { ...(encrypted > 0 && { encrypted }), ...(unreadable > 0 && { unreadable }) };
  return {
    store: source.name,
    revision: moment.revision,
    objects,
    ...(digests.size === objects && { digest: digestOfAll(digests) }),
    resources: withSortedMembers({ ...counts, ...hidden }),
    space: await source.space(),
    problems: [...problems, ...wrong, ...shared(all, "duplicateUID"), ...shared(all, "duplicateAddress")],
    notes: [...withoutOwners(all), ...unseen(source, encrypted)],
  };
}

interface Collected {
  readonly all: Seen[];
  readonly digests: Map<string, string>;
  readonly problems: Problem[];
}

function readItem(item: StoredItem, isSealed: boolean, { all, digests, problems }: Collected): void {
  const { key, revision } = item;
  try {
    const value = decodeJson(storedForm(item));
    const seen = see(key, value);
    digests.set(key, digestOf(item));
    if (seen === undefined)
      problems.push({ kind: "unreadable", key, message: "it is no object: it has no apiVersion and kind" });
    else all.push(seen);
    const said = isSealed ? resourceVersionOf(decodeJson(item.bytes)) : undefined;
    if (said !== undefined && said !== String(revision))
      problems.push({
        kind: "wrongRevision",
        key,
        message: `it says resourceVersion ${said}, and was written at revision ${revision}`,
      });
  } catch (error) {
    const message = messageOf(error).replace(`the object under ${key} `, "it ");
    problems.push({ kind: "unreadable", key, message });
  }
}

function resourceVersionOf(value: Json): string | undefined {
  const metadata = isJsonObject(value) ? value.metadata : undefined;
  const version = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
  return typeof version === "string" ? version : undefined;
}

function placesOf(all: readonly Seen[]): { counts: Record<string, number>; wrong: Problem[] } {
  const opinionOn = keyOpinions(all.flatMap(({ defines }) => defines ?? []));
  const counts: Record<string, number> = {};
  const wrong: Problem[] = [];
  for (const seen of all) {
    const { resource, expected } = opinionOn(seen);
    counts[resource] = (counts[resource] ?? 0) + 1;
    if (expected !== undefined)
      wrong.push({
        kind: "wrongKey",
        key: seen.key,
        message: `by its namespace and name it belongs under ${expected}`,
      });
  }
  return { counts, wrong };
}

/** Reports values that two objects share and that must be unique. */
function shared(all: readonly Seen[], kind: "duplicateUID" | "duplicateAddress"): Problem[] {
  const first = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { key, uid, addresses } of all) {
    const own = kind === "duplicateUID" ? [uid].filter((one) => one !== "") : addresses;
    for (const one of own) {
      const other = first.get(one);
      if (other === undefined) first.set(one, key);
      else
        problems.push({
          kind,
          key,
          message: `${kind === "duplicateUID" ? `uid ${one}` : one} is also that of ${other}`,
        });
    }
  }
  return problems;
}

/** The garbage collector deletes them, where it runs: in a moment, or as soon as it does. */
function withoutOwners(all: readonly Seen[]): Problem[] {
  const uids = new Set(all.map(({ uid }) => uid));
  return all.flatMap(({ key, owners }) =>
    owners
      .filter((uid) => uid !== "" && !uids.has(uid))
      .map((uid): Problem => ({ kind: "missingOwner", key, message: `its owner ${uid} is not there` })),
  );
}

const unseen = ({ name }: Source, encrypted: number): Problem[] =>
  encrypted === 0
    ? []
    : [
        {
          kind: "encrypted",
          key: name,
          message: `${encrypted} objects are encrypted: with --encryption-provider-config they are checked, too`,
        },
      ];

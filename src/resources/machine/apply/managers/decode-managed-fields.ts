import type { ManagedFieldsEntry } from "../../../../api/meta.ts";
import { oncePerObject } from "../../../../async/once.ts";
import { atOnce, type Steps } from "../../../../async/steps.ts";
import { quote } from "../../../../go/quote.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../json/value.ts";
import { messageOf } from "../../../../report/describe-error.ts";
import { EMPTY_SET, type FieldSet, isEmptySet, nodeOf, union } from "../sets/field-set.ts";
import { entryText, FieldsError, noElement, noMap } from "../sets/fields-error.ts";
import { canonicalElement } from "../sets/path-element.ts";

/** Decoded fields of one manager. */
export interface Managed {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  /** Time in RFC 3339, as in the entry. */
  readonly time: string | undefined;
  readonly set: FieldSet;
}

/** Managers by identity: manager, operation, subresource and, for updates, the version. */
export type Managers = Map<string, Managed>;

/** Returns the identity of an entry's manager, which also orders entries of the same time. */
export function identityOf({
  manager,
  operation,
  apiVersion,
  subresource,
}: Omit<Managed, "set" | "time">): string {
  const owner = manager === "" ? "" : `"manager":${JSON.stringify(manager)},`;
  const version = operation === "Apply" ? "" : `,"apiVersion":${JSON.stringify(apiVersion)}`;
  const part = subresource === "" ? "" : `,"subresource":${JSON.stringify(subresource)}`;
  return `{${owner}"operation":"${operation}"${version}${part}}`;
}

/** Decodes all entries. Throws an Error whose text contains the entry and its problem. */
export const decodeManagedFields = (entries: readonly ManagedFieldsEntry[]): Managers =>
  atOnce(decodeSteps(entries));

/** The same, in steps of one entry. */
export function* decodeSteps(entries: readonly ManagedFieldsEntry[]): Steps<Managers> {
  const managers: Managers = new Map();
  for (const [i, entry] of entries.entries()) {
    const managed = decodeEntry(entry, i);
    managers.set(identityOf(managed), managed);
    yield;
  }
  return managers;
}

/** The same, without managers if an entry cannot be decoded. */
export function* decodeLeniently(entries: readonly ManagedFieldsEntry[]): Steps<Managers> {
  try {
    return yield* decodeSteps(entries);
  } catch {
    return new Map();
  }
}

function decodeEntry(entry: ManagedFieldsEntry, index: number): Managed {
  const { operation, apiVersion = "", fieldsType = "", manager = "", subresource = "", time } = entry;
  if (operation !== "Apply" && operation !== "Update")
    throw new Error("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new Error("apiVersion must not be empty");
  if (fieldsType === "") throw new Error(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== "FieldsV1")
    throw new Error(`invalid fieldsType ${quote(fieldsType)} in managed fields entry ${index}`);
  const set = decodeFields(entry);
  return { manager, operation, apiVersion, subresource, time: time ?? undefined, set };
}

/** Cache of decoded sets. Stored objects are immutable, and every write decodes them again. */
const decoded = oncePerObject((fields: JsonObject) => decodeNode(fields, true) ?? EMPTY_SET);

function decodeFields(entry: ManagedFieldsEntry): FieldSet {
  const fields: Json | undefined = entry.fieldsV1;
  if (fields === undefined || fields === null) return EMPTY_SET;
  try {
    return decoded(fields);
  } catch (error) {
    const text = error instanceof FieldsError ? error.textIn(fields) : messageOf(error);
    throw new Error(`error decoding versioned set from ${entryText(entry)}: error decoding set: ${text}`);
  }
}

/** Returns the node in canonical form; the same object if it already is in that form. */
function decodeNode(value: Json | undefined, isRoot: boolean): FieldSet | undefined {
  if (value === null) return EMPTY_SET;
  if (!isJsonObject(value)) throw noMap(value ?? null);
  const children: { [element: string]: FieldSet } = {};
  const elements = Object.keys(value);
  const member = elements.includes(".");
  let canonical = !member || (!isRoot && elements.length > 1);
  for (const element of elements) {
    if (element !== ".") canonical = decodeChild(element, value[element], children) && canonical;
  }
  if (canonical) return value as unknown as FieldSet;
  // A node without children is a member of the set.
  return nodeOf(!isRoot && (member || isEmptySet(children)), children);
}

function decodeMember(element: string, value: Json | undefined): FieldSet | undefined {
  try {
    return decodeNode(value, false);
  } catch (error) {
    if (error instanceof FieldsError) error.path.unshift(element);
    throw error;
  }
}

function nameOf(element: string): string | undefined {
  try {
    return canonicalElement(element);
  } catch (error) {
    throw noElement(element, messageOf(error));
  }
}

/** Decodes a child. Returns true if it was already in canonical form. */
function decodeChild(
  element: string,
  value: Json | undefined,
  children: { [element: string]: FieldSet },
): boolean {
  const name = nameOf(element);
  if (name === undefined) return false;
  const child = decodeMember(element, value);
  if (child === undefined) return false;
  const same = children[name];
  children[name] = same === undefined ? child : union(same, child);
  return name === element && child === value && same === undefined;
}

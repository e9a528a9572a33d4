import type { KubeObject } from "../../api/meta.ts";
import { copyWithNotes } from "../../api/object/notes.ts";
import { type FieldError, invalid } from "../../api/validation/field-error.ts";
import { qualifiedNameProblems } from "../../api/validation/name-format.ts";
import { atOnce, type Steps } from "../../async/steps.ts";
import { quote } from "../../go/quote.ts";
import { equal } from "../../json/equal.ts";
import type { Json } from "../../json/value.ts";
import { inSteps, keepField, strategy } from "../define/strategy.ts";
import type { Strategy, WriteContext } from "../strategy.ts";
import { assertInHub, readAs } from "./convert.ts";
import type { CustomVersion } from "./custom-version.ts";
import { forgetSource, noteSource, sourceOf } from "./sources.ts";
import { asWritten } from "./stored-reader.ts";
import { validateCustom, validateCustomStatus } from "./validate-custom.ts";
import type { Versions } from "./versions.ts";

const OF_CUSTOM = {
  allowCreateOnUpdate: false,
  allowUnconditionalUpdate: false,
  errorReports: "repeated",
} as const;

/** Members of an object with no content, not even defaults. */
const OF_ALL: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * The strategy of a custom resource at its main endpoint. The content of a request is validated by the schema
 * of the version in its URL; only the stored form is pruned by the schema of the hub.
 */
export function customStrategy(versions: Versions): Strategy {
  const { hub } = versions;
  return strategy({
    ...OF_CUSTOM,
    ...readyOf(versions),
    resetFields: hub.hasStatus ? [["status"]] : [],
    // Objects of another kind get only the error about their kind.
    metaComesLast: ({ kind }) => kind !== versions.kind,
    prepareForCreate(object, context) {
      const version = versionOf(versions, context);
      if (version.hasStatus) delete object.status;
      if (version.hasStatus) changeSource(version, versions, object, { status: undefined });
      object.metadata.generation = 1;
    },
    prepareForUpdate(object, old, context) {
      const version = versionOf(versions, context);
      const { generation = 0 } = old.metadata;
      const seen = seenIn(version, versions, old);
      const isSeen = versions.ready === undefined || object.apiVersion === version.apiVersion;
      if (version.hasStatus) keepField(object, isSeen ? seen : old, "status");
      if (version.hasStatus) changeSource(version, versions, object, { status: seen.status });
      const changed = !sameContent(writtenIn(version, versions, object), seen);
      object.metadata.generation = changed ? generation + 1 : generation;
    },
    ...inSteps((object, old, context) => checked(validateCustom, versions, object, old, context)),
    warnings: (object, old) => finalizerWarnings(object.metadata.finalizers, old?.metadata.finalizers),
    prepareForStorage: (object, version) => becomeStored(versions, object, version),
    completeStored: (object) => atOnce(asWritten(object, hub)),
    fillEmptied(object) {
      for (const key of Object.keys(object)) if (!OF_ALL.has(key)) delete object[key];
    },
  });
}

/** The strategy of the status endpoint: only status and the managed fields can change. */
export function customStatusStrategy(versions: Versions): Strategy {
  return strategy({
    ...OF_CUSTOM,
    ...readyOf(versions),
    resetFields: [["metadata"], ["spec"]],
    prepareForUpdate(object, old, context) {
      const version = versionOf(versions, context);
      const { status, metadata, apiVersion } = object;
      const seen = copyWithNotes(seenIn(version, versions, old));
      const isSeen = versions.ready === undefined || apiVersion === version.apiVersion;
      changeSource(version, versions, object, { ...seen, status: sourceOf(object).status });
      for (const key of Object.keys(object)) delete object[key];
      Object.assign(object, isSeen ? { ...seen, apiVersion } : copyWithNotes(old));
      if (metadata.managedFields === undefined) delete object.metadata.managedFields;
      else object.metadata.managedFields = metadata.managedFields;
      if (status === undefined) delete object.status;
      else object.status = status;
    },
    validateUpdate: (object, old, context) =>
      atOnce(checked(validateCustomStatus, versions, object, old, context)),
    validateSteps: (object, old = object, context) =>
      checked(validateCustomStatus, versions, object, old, context),
    prepareForStorage: (object, version) => becomeStored(versions, object, version),
  });
}

/**
 * Brings an object into its stored form. Objects that were converted to the hub are pruned by the hub's
 * schema. Objects that were written in the hub's version keep the unknown fields that an apply request or a
 * webhook has added; reads do not return these fields (apiserver/customresource_handler.go,
 * schemaCoercingConverter and schemaCoercingDecoder; runtime/serializer/versioning, doEncode).
 */
function becomeStored(versions: Versions, object: KubeObject, requestVersion = ""): void {
  assertInHub(object, versions);
  const written = versions.byName.get(requestVersion) ?? versions.hub;
  if (written !== versions.hub) versions.hub.schema.prune(object);
  forgetSource(object);
}

/** Requests the webhook conversions that validation in the version of the request needs. */
function readyOf(versions: Versions): Pick<Strategy, "ready"> {
  const { hub, ready } = versions;
  if (ready === undefined) return {};
  return {
    ready(objects, context) {
      const version = versionOf(versions, context);
      return version === hub ? undefined : ready(objects.map(sourceOf), version.apiVersion);
    },
  };
}

type CheckVersion = (
  version: CustomVersion,
  object: KubeObject,
  old: KubeObject | undefined,
  context: WriteContext,
) => Steps<FieldError[]>;

function* checked(
  check: CheckVersion,
  versions: Versions,
  object: KubeObject,
  old: KubeObject | undefined,
  context: WriteContext,
): Steps<FieldError[]> {
  const version = versionOf(versions, context);
  const { kind } = versions;
  if (object.kind !== kind) return [invalid("kind", object.kind ?? "", `must be ${kind}`)];
  const seen = old && seenIn(version, versions, old);
  return yield* check(version, writtenIn(version, versions, object), seen, context);
}

const versionOf = ({ hub, byName }: Versions, { requestVersion = "" }: WriteContext): CustomVersion =>
  byName.get(requestVersion) ?? hub;

/** Returns an object that is being written as it was before it was converted to the hub. */
const writtenIn = (version: CustomVersion, { hub, convert }: Versions, object: KubeObject): KubeObject =>
  version === hub ? object : convert(sourceOf(object), version.apiVersion);

/** Replaces members of the object that the client sent, if a webhook has converted that object. */
function changeSource(
  version: CustomVersion,
  { ready }: Versions,
  object: KubeObject,
  members: Readonly<Record<string, Json | undefined>>,
): void {
  const source = sourceOf(object);
  if (ready === undefined || source.apiVersion !== version.apiVersion || source === object) return;
  const changed: KubeObject = { ...source };
  for (const [name, value] of Object.entries(members))
    if (value === undefined) delete changed[name];
    else changed[name] = value;
  noteSource(object, changed);
}

/** Returns a stored object as a client of the version reads it. */
const seenIn = (version: CustomVersion, { hub, convert }: Versions, object: KubeObject): KubeObject =>
  version === hub ? object : readAs(object, version, convert);

/** True if two objects differ only in metadata, apiVersion or kind. */
function sameContent(object: KubeObject, old: KubeObject): boolean {
  for (const key in object) if (!isIdentity(key) && !equal(object[key], old[key])) return false;
  for (const key in old)
    if (!isIdentity(key) && old[key] !== undefined && object[key] === undefined) return false;
  return true;
}

const isIdentity = (key: string): boolean => key === "metadata" || key === "apiVersion" || key === "kind";

const STANDARD: ReadonlySet<string> = new Set(["orphan", "foregroundDeletion", "kubernetes"]);
const NONE: string[] = [];

/**
 * Returns warnings about new finalizers that are not qualified names, or whose names can collide with finalizers of
 * other programs.
 */
function finalizerWarnings(
  finalizers: readonly string[] | undefined,
  old: readonly string[] | undefined,
): string[] {
  if (finalizers === undefined || finalizers.length === 0) return NONE;
  const before = new Set(old);
  const added = [...new Set(finalizers)].filter((name) => !before.has(name));
  return added.sort().flatMap(warningsAbout);
}

function warningsAbout(name: string): string[] {
  const prefix = `metadata.finalizers: ${quote(name)}: `;
  const warnings = qualifiedNameProblems(name).map((problem) => prefix + problem);
  if (name.includes("/") || STANDARD.has(name)) return warnings;
  const path = name.includes(".") ? " including a path (/)" : "";
  const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`;
  return [...warnings, prefix + advice];
}

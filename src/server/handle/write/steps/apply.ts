import { formatGroupVersion } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { copyWithNotes } from "../../../../api/object/notes.ts";
import { badRequest, conflict, plainError } from "../../../../api/status.ts";
import { thenMaybe } from "../../../../async/then-maybe.ts";
import { unstructuredNumbers } from "../../../../go-yaml/yaml-numbers.ts";
import { type JsonObject, record } from "../../../../json/value.ts";
import type { KindDefinition } from "../../../../resources/kind.ts";
import { applyPatchInVersions } from "../../../../resources/machine/apply/apply-patch.ts";
import type { Convert } from "../../../../resources/machine/apply/converting.ts";
import { mergeTypeOf } from "../../../../resources/machine/apply/sets/merge-type.ts";
import { problemsOf } from "../../../../resources/machine/apply/validate-applied.ts";
import { restoreUnstructured } from "../../../../types/decode/restore-unstructured.ts";
import { inTurns, next, pacer } from "../../../loop/turns.ts";
import { noteAppliedBody } from "../../../record/audited-request.ts";
import type { RequestContext } from "../../../request-context.ts";
import { decodeMerged, decodePart, notConvertible } from "../../patch/decode-merged.ts";
import { groupResource, strategyOf, type Target } from "../../target.ts";
import { fromHub, fromHubWhole, toHub } from "../../versions.ts";
import { describeRepeated, type ParsedBody, UnreadableBody, yamlBodySteps } from "../body/read-body.ts";
import type { WriteOptions } from "../body/write-options.ts";
import { managedBy } from "./managers.ts";
import { requireName, takeNamespace } from "./read.ts";
import type { Write } from "./write.ts";

/**
 * Parses the configuration of an apply, JSON or YAML. The error of decoding it is reported only when the stored object has
 * been read. Throws 400 at once for YAML that cannot become JSON.
 */
export async function parseApplied(write: Write): Promise<void> {
  write.readApplied = await readForLater(write.context, write.sentBytes);
}

/** The returned function returns the body, or throws the error of decoding it. */
async function readForLater(context: RequestContext, bytes: Uint8Array): Promise<() => ParsedBody> {
  try {
    const body = await await inTurns(context, yamlBodySteps(bytes));
    noteAppliedBody(context, bytes, body.value);
    return () => body;
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    const [, problem] = NO_MAP.exec(error.message) ?? [];
    if (problem === undefined && !looksLikeJson(bytes))
      throw badRequest(`error encoding patch: ${error.message}`);
    const text =
      problem === undefined
        ? `error converting YAML to JSON: ${error.message}`
        : `error unmarshaling JSON: while decoding JSON: ${problem}map[string]interface {}`;
    return () => {
      throw badRequest(`error decoding patch: ${text}`);
    };
  }
}

/** True for a text that begins with `{`: the reference takes it as JSON at first (apimachinery, util/yaml, ToJSON). */
const looksLikeJson = (bytes: Uint8Array): boolean =>
  /^\s*\{/.test(Buffer.from(bytes.subarray(0, 4096)).toString());

const NO_MAP =
  /^couldn't get version\/kind; json parse error: (json: cannot unmarshal \w+ into Go value of type )/;

/** Reports keys given twice; all other errors of the configuration have been reported before. */
export function reportRepeated(
  { warnings }: RequestContext,
  { duplicates: repeated }: ParsedBody,
  { fieldValidation }: WriteOptions,
): void {
  if (repeated.length === 0 || fieldValidation === "Ignore") return;
  if (fieldValidation === "Strict")
    throw badRequest(
      `error strict decoding patch: error converting YAML to JSON: ${describeRepeated(repeated)}`,
    );
  for (const text of repeated) warnings.add(text);
}

/** Refuses another version in the words that the reference had while it served this one. */
function assertOldVersion({ kind }: Target, { apiVersion }: JsonObject): void {
  const expected = formatGroupVersion(kind);
  if (kind.deprecationWarning === undefined || !kind.version.includes("beta") || apiVersion === expected)
    return;
  throw badRequest(
    `Incorrect version specified in apply patch. Specified patch version: ${String(apiVersion ?? "")}, expected: ${expected}`,
  );
}

/**
 * Merges the configuration of an apply into the stored object, decodes the result like a client's object, and records its
 * owners. The result has the hub version.
 */
export function mergeApplied(write: Write): void | Promise<void> {
  return thenMaybe(mergedObject(write), (merged) => {
    write.object = merged;
  });
}

function mergedObject(write: Write): KubeObject | Promise<KubeObject> {
  const { server, context, target, old: current, options } = write;
  const { kind, resource, subresource } = target;
  const body = write.configuration;
  const applied = body.value;
  if (resource.custom) unstructuredNumbers(applied);
  assertOldVersion(target, applied);
  context.requestObject = applied;
  const merge = (live: KubeObject | undefined): KubeObject | Promise<KubeObject> => {
    const input = {
      live,
      applied,
      shape: kind.shape,
      apiVersion: formatGroupVersion(kind),
      kind: kind.kind,
      manager: options.fieldManager,
      force: options.force === true,
      subresource: subresource?.name ?? "",
      now: server.now(),
      resetFields: strategyOf(target).resetFields,
    };
    const convert = resource.custom || resource.versions.length > 1 ? converter(target) : NO_OTHER;
    const rest = context.isLarge ? pacer(context) : undefined;
    const made = applyPatchInVersions(input, convert, rest);
    return next(context, made, ({ object, managedFields, stamped, isLive }) => {
      if (!resource.custom) assertReadableEntries(kind, applied);
      context.freshlyStamped = stamped;
      if (context.trail !== undefined) context.trail.patched = object;
      if (isLive && current !== undefined && !resource.custom) {
        // The stored object: a conversion to a version and back can lose fields.
        reportRepeated(context, body, options);
        return managedBy(copyWithNotes(current), managedFields);
      }
      const decoded = decode(target, object, applied);
      reportRepeated(context, body, options);
      if (current === undefined) refuseUid(target, applied);
      managedBy(decoded, managedFields);
      takeNamespace({ object: decoded, target });
      requireName({ object: decoded, target });
      return next(context, decoded, (typed) => toHub(kind, typed));
    });
  };
  return current === undefined ? merge(undefined) : thenMaybe(fromHub(kind, current), merge);
}

function refuseUid(target: Target, applied: JsonObject): void {
  const uid = record(applied.metadata).uid;
  if (typeof uid !== "string" || uid === "" || target.name === "") return;
  const text = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
  throw conflict(groupResource(target), target.name, text);
}

function decode({ kind }: Target, object: JsonObject, applied: JsonObject): KubeObject {
  const decoded = decodeMerged(kind, object, applied);
  decoded.apiVersion = formatGroupVersion(kind);
  decoded.kind = kind.kind;
  kind.applyDefaults(decoded);
  return decoded;
}

/**
 * Refuses unreadable managed fields in a configuration. Entries of a client are never used, but the reference
 * decodes them with the rest.
 */
function assertReadableEntries(kind: KindDefinition, applied: JsonObject): void {
  const { managedFields } = record(applied.metadata);
  if (!Array.isArray(managedFields)) return;
  const problem = restoreUnstructured(copyWithNotes({ metadata: { managedFields } }), kind.shape);
  if (problem !== undefined) throw notConvertible(kind, applied, problem);
}

const NO_OTHER: Convert = () => undefined;

/**
 * Converts objects to another served version, for entries of managers that wrote through it. A part of a
 * built-in object gets the fields that its Go type always prints; they count as fields of the part
 * (apimachinery/pkg/util/managedfields/internal/versionconverter.go, Convert).
 */
function converter({ resource }: Target): Convert {
  return (from, apiVersion) => {
    const source = resource.versions.find((v) => formatGroupVersion(v) === from.object.apiVersion);
    const version = resource.versions.find((v) => formatGroupVersion(v) === apiVersion);
    if (version === undefined && resource.custom)
      throw plainError(`request to convert CR to an invalid group/version: ${apiVersion}`);
    if (source === undefined || version === undefined) return undefined;
    const object = resource.custom ? (from.object as KubeObject) : decodePart(source, from.object);
    const converted = through(source, version, object);
    const versioned = (made: KubeObject) => ({
      apiVersion,
      shape: version.shape,
      object: made,
      problem: resource.custom ? problemsOf(mergeTypeOf(version.shape), made) : undefined,
    });
    return thenMaybe(converted, versioned);
  };
}

/** Converts from one version to another by way of the hub. */
function through(
  source: KindDefinition,
  version: KindDefinition,
  object: KubeObject,
): KubeObject | Promise<KubeObject> {
  const hub = toHub(source, object);
  return thenMaybe(hub, (there) => thenMaybe(version.ready?.([there]), () => fromHubWhole(version, there)));
}

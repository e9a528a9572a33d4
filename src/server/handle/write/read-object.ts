import { formatGroupVersion, type GroupVersion, parseGroupVersion } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { quote } from "../../../api/quote.ts";
import { badRequest, StatusError, unsupportedMediaType } from "../../../api/status.ts";
import type { KindDefinition } from "../../../resources/kind.ts";
import { strayFields } from "../../../resources/machine/decode/stray-fields.ts";
import type { RequestContext } from "../../request-context.ts";
import { bodyType } from "./body-type.ts";
import { comparePaths } from "./path-order.ts";
import {
  describeRepeated,
  type ParsedBody,
  readObjectBody,
  UnreadableBody,
  unrecognizedBody,
} from "./read-body.ts";
import { StrictProblems } from "./strict-problems.ts";
import { pause } from "./turns.ts";
import type { FieldValidation } from "./write-options.ts";

/** What is known of a kind before its objects can be read: any GVK may come in a body. */
export type KindLookup = (group: string, version: string, kind: string) => KindDefinition | undefined;

/**
 * The body of a create or update as an object of the kind: typed, pruned, defaulted. Unknown and duplicate fields
 * become warnings, or refuse the request, as `fieldValidation` has it. Custom resources need no `lookup`: their kind
 * decodes whatever comes and refuses other versions itself.
 */
export async function readObject(
  context: RequestContext,
  kind: KindDefinition,
  validation: FieldValidation,
  lookup: KindLookup | undefined,
): Promise<KubeObject> {
  if (lookup === undefined) refuseProtobuf(context);
  const body = await readBodyFor(context, kind.kind, lookup !== undefined);
  const actual = lookup === undefined ? kind : bodyKind(body.value, kind, lookup);
  if (context.isLarge) await pause(context);
  const problems =
    validation === "Ignore" ? undefined : new StrictProblems(body.duplicates, lookup === undefined);
  const report = (): void => {
    const texts = problems?.texts ?? [];
    const ordered = lookup === undefined ? texts : inGoOrder(texts, body, actual);
    reportProblems(context, ordered, validation, body, actual, kind.kind);
  };
  const object = decodeAs(body, actual, kind.kind, problems, report);
  assertSameKind(actual, kind);
  report();
  assertSameVersion(actual, kind);
  const typed = withType(object, kind);
  if (context.isLarge) await pause(context);
  kind.applyDefaults(typed);
  return typed;
}

/** What the body did not say comes first, as in all objects: lists cut it off there. */
function withType(object: KubeObject, kind: KindDefinition): KubeObject {
  const type = { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  if (object.apiVersion === undefined || object.kind === undefined) return { ...type, ...object };
  return Object.assign(object, type);
}

/** Custom resources have no protobuf form. */
function refuseProtobuf({ request }: RequestContext): void {
  if (bodyType(request.headers["content-type"]) === "application/vnd.kubernetes.protobuf")
    throw unsupportedMediaType(
      "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
    );
}

async function readBodyFor(
  context: RequestContext,
  kind: string,
  mergeRepeated: boolean,
): Promise<ParsedBody> {
  try {
    return await readObjectBody(context, { mergeRepeated });
  } catch (error) {
    throw error instanceof UnreadableBody ? unrecognizedBody(kind, error) : error;
  }
}

/** The kind that the body itself names; what it leaves out is taken from the endpoint. */
function bodyKind(value: JsonObject, endpoint: KindDefinition, lookup: KindLookup): KindDefinition {
  const kind = typeof value.kind === "string" && value.kind !== "" ? value.kind : endpoint.kind;
  const apiVersion =
    typeof value.apiVersion === "string" && value.apiVersion !== ""
      ? value.apiVersion
      : formatGroupVersion(endpoint);
  if (kind === endpoint.kind && apiVersion === formatGroupVersion(endpoint)) return endpoint;
  const { group, version } = parseGroupVersion(apiVersion);
  const found = lookup(group, version, kind);
  if (found !== undefined) return found;
  throw badRequest(
    `${kind} in version ${quote(version)} cannot be handled as a ${endpoint.kind}: no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

function decodeAs(
  body: ParsedBody,
  actual: KindDefinition,
  endpointKind: string,
  problems: StrictProblems | undefined,
  report: () => void,
): KubeObject {
  try {
    return actual.decode(body.value, problems, body.literals);
  } catch (error) {
    if (error instanceof StatusError) {
      // The object was read, and what it lacks is said all the same.
      report();
      throw error;
    }
    throw cannotBeHandled(actual, endpointKind, (error as Error).message);
  }
}

export function cannotBeHandled(
  actual: { kind: string; version: string },
  endpointKind: string,
  why: string,
): StatusError {
  return badRequest(
    `${actual.kind} in version ${quote(actual.version)} cannot be handled as a ${endpointKind}: ${why}`,
  );
}

/** In the order in which Go meets them: in a JSON text, or in the JSON that a YAML becomes, where keys are sorted. */
function inGoOrder(texts: readonly string[], body: ParsedBody, kind: KindDefinition): readonly string[] {
  const repeated = body.duplicates.length;
  if (body.yaml) return [...texts.slice(0, repeated), ...texts.slice(repeated).sort(comparePaths)];
  return repeated > 0 && texts.length > 0 ? strayFields(body.bytes, kind.shape) : texts;
}

function reportProblems(
  context: RequestContext,
  texts: readonly string[],
  validation: FieldValidation,
  body: ParsedBody,
  actual: KindDefinition,
  endpointKind: string,
): void {
  if (texts.length === 0) return;
  if (validation === "Warn") for (const text of texts) context.warnings.add(text);
  else throw cannotBeHandled(actual, endpointKind, `strict decoding error: ${describeStrict(texts, body)}`);
}

function describeStrict(problems: readonly string[], body: ParsedBody): string {
  if (!body.yaml || body.duplicates.length === 0) return problems.join(", ");
  const others = problems.slice(body.duplicates.length);
  return [describeRepeated(body.duplicates), ...others].join(", ");
}

/** Another kind altogether cannot be converted; what fields it lacks is not said. */
function assertSameKind(actual: KindDefinition, endpoint: KindDefinition): void {
  if (actual.kind === endpoint.kind) return;
  const from = `${actual.version}.${actual.kind}`;
  const to = `${internalPackage(endpoint.group)}.${endpoint.kind}`;
  throw cannotBeHandled(actual, endpoint.kind, `converting (${from}) to (${to}): unknown conversion`);
}

/** The same kind in another version is refused by name. */
function assertSameVersion(actual: KindDefinition, endpoint: KindDefinition): void {
  if (actual !== endpoint) throw versionMismatch(formatGroupVersion(actual), endpoint);
}

export const versionMismatch = (apiVersion: string, endpoint: GroupVersion): StatusError =>
  badRequest(
    `the API version in the data (${apiVersion}) does not match the expected API version (${formatGroupVersion(endpoint)})`,
  );

/** The reference's internal packages: `core`, `apps`, `rbac`. */
const internalPackage = (group: string): string => (group === "" ? "core" : (group.split(".")[0] ?? group));

import { formatGroupVersion, type GroupVersionKind, kindIn } from "../../../api/group-version.ts";
import { notRegistered } from "../../../api/meta-kinds.ts";
import { copyWithNotes } from "../../../api/object/notes.ts";
import { saidTexts, typeMetaProblem } from "../../../api/object/type-meta.ts";
import { badRequest } from "../../../api/status.ts";
import {
  type FieldError,
  invalid,
  invalidObject,
  NamedText,
  notSupported,
} from "../../../api/validation/field-error.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Features } from "../../../resources/features/features.ts";
import { decodeTyped } from "../../../types/decode/decode.ts";
import { DecodeError } from "../../../types/decode/decode-error.ts";
import { inGoOrder } from "../../../types/go-order.ts";
import { builtinShape } from "../../../types/notation/shapes.ts";
import { decodeRaw, ProtobufError } from "../../../types/protobuf/envelope.ts";
import { isTrue, wholeNumber } from "../../accept/query-values.ts";
import { pause } from "../../loop/turns.ts";
import type { RequestContext } from "../../request-context.ts";
import {
  bodyType,
  type ParsedBody,
  parseObjectBody,
  readBytes,
  UnreadableBody,
} from "../write/body/read-body.ts";
import { withDefaultOfEnvelope } from "../write/body/stated-kind.ts";
import { dryRunErrors, stampOptions } from "../write/body/write-options.ts";
import { UNSAFE } from "./unsafe-delete.ts";

type PropagationPolicy = "Foreground" | "Background" | "Orphan";

/** Options of a deletion (metav1.DeleteOptions), from the body or else from the query. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** Grace period in seconds; undefined if the client gave none. */
  readonly gracePeriodSeconds: number | undefined;
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  readonly orphanDependents: boolean | undefined;
  readonly propagationPolicy: PropagationPolicy | undefined;
  /** True if an object that cannot be read is to be deleted nevertheless. */
  readonly isUnsafe: boolean;
  /** Options in the form of admission. */
  readonly given: JsonObject;
}

/** Parses the options of a deletion; a body has precedence over the query. Throws 400, 415 and 422. */
export async function parseDeleteOptions(
  context: RequestContext,
  features: Features,
): Promise<DeleteOptions> {
  const said = (await readBody(context)) ?? fromQuery(context.request.query);
  return checkedOptions(features.isOn("AllowUnsafeMalformedObjectDeletion") ? said : withoutUnsafe(said));
}

/** Checks the options. Throws 422. */
export function checkedOptions(given: GivenOptions): DeleteOptions {
  const errors = validate(given);
  if (errors.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
  return {
    dryRun: (given.dryRun ?? []).length > 0,
    gracePeriodSeconds: given.gracePeriodSeconds,
    uid: given.preconditions?.uid,
    resourceVersion: given.preconditions?.resourceVersion,
    orphanDependents: given.orphanDependents,
    propagationPolicy: given.propagationPolicy as PropagationPolicy | undefined,
    isUnsafe: given[UNSAFE] === true,
    given,
  };
}

/** Options in the form of a client. */
export interface GivenOptions extends JsonObject {
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  orphanDependents?: boolean;
  propagationPolicy?: string;
  dryRun?: string[];
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

const TYPE = "meta/v1.DeleteOptions";

/** Type of the options in the audit log of the reference, which does not convert them. */
const INTERNAL = { kind: "DeleteOptions", apiVersion: "meta.k8s.io/__internal" };

/** Reads the body. Undefined: there is none, and its type is not checked. */
async function readBody(context: RequestContext): Promise<GivenOptions | undefined> {
  const bytes = await readBytes(context);
  if (bytes.length === 0) return undefined;
  try {
    const type = bodyType(context.request.headers["content-type"]);
    const parsed = await parseObjectBody(context, bytes, type, { mergeRepeated: true });
    if (context.isLarge) await pause(context);
    const said = decode(parsed, bytes);
    if (context.audited !== undefined) context.audited.object = { ...INTERNAL, ...copyWithNotes(said) };
    return said;
  } catch (error) {
    throw error instanceof UnreadableBody || error instanceof DecodeError ? badRequest(error.message) : error;
  }
}

function decode({ value: said, literals, message }: ParsedBody, bytes: Uint8Array): JsonObject {
  assertOptions(said, message === undefined ? bytes : undefined);
  const value = message === undefined ? said : readMessage(message);
  const {
    kind: _kind,
    apiVersion: _version,
    ...given
  } = decodeTyped(value, builtinShape(TYPE), undefined, literals);
  return inGoOrder(given, builtinShape(TYPE));
}

/** Returns the options in the form of reviews. */
export const reviewedOptions = ({ given }: DeleteOptions): JsonObject =>
  stampOptions("DeleteOptions", inGoOrder(copyWithNotes(given), builtinShape(TYPE)));

/** Removes the option of a feature that is off. The audit log still has it. */
function withoutUnsafe(said: GivenOptions): GivenOptions {
  const { [UNSAFE]: _disabled, ...given } = said;
  return given;
}

function readMessage(message: Uint8Array): JsonObject {
  try {
    return decodeRaw(TYPE, message);
  } catch (error) {
    throw error instanceof ProtobufError ? badRequest(error.message) : error;
  }
}

/**
 * Checks kind and version of the options, if given; the version may be any in which the client's scheme has
 * them. `text`: of JSON and YAML, in which a group requires a version, unless it is the options' own.
 */
function assertOptions(said: JsonObject, text: Uint8Array | undefined): void {
  const problem = typeMetaProblem(said);
  if (problem !== undefined) throw badRequest(problem);
  const { kind, apiVersion: version } = saidTexts(said);
  if (text !== undefined && version.split("/").length > 2)
    throw badRequest(`unexpected GroupVersion string: ${version}`);
  if (text !== undefined && /^[^/]+\/$/.test(version) && version !== "meta.k8s.io/")
    throw badRequest(`Object 'apiVersion' is missing in '${Buffer.from(text).toString()}'`);
  if (kind === "" || kind === "DeleteOptions") return;
  const named = { apiVersion: version, kind };
  const gvk =
    text === undefined
      ? withDefaultOfEnvelope(named, kindIn(META, "DeleteOptions"))
      : kindIn(version === "" || version === "/" ? META : version, kind);
  throw badRequest(otherThanOptions(gvk, text === undefined));
}

const META = "meta.k8s.io/v1";
const OF_ALL_VERSIONS: ReadonlySet<string> = new Set(
  "CreateOptions UpdateOptions Status APIVersions APIGroup APIGroupList APIResourceList".split(" "),
);
const OF_META: ReadonlySet<string> = new Set(
  "GetOptions ListOptions PatchOptions WatchEvent Table TableOptions PartialObjectMetadata PartialObjectMetadataList".split(
    " ",
  ),
);

/**
 * Go types of the kinds of `meta.k8s.io` in its other versions
 * (apimachinery/pkg/apis/meta/v1beta1/register.go).
 */
const OF_OTHER_VERSIONS: Readonly<Record<string, string>> = {
  Table: "v1.Table",
  TableOptions: "v1.TableOptions",
  PartialObjectMetadata: "v1.PartialObjectMetadata",
  PartialObjectMetadataList: "v1beta1.PartialObjectMetadataList",
};

const OF_INTERNAL_VERSION: Readonly<Record<string, string>> = {
  WatchEvent: "v1.InternalEvent",
  GetOptions: "v1.GetOptions",
  ListOptions: "internalversion.ListOptions",
};

/** Go types without a form in protobuf (apimachinery/pkg/runtime/serializer/protobuf/protobuf.go, Decode). */
const WITHOUT_MESSAGE: ReadonlySet<string> = new Set(["v1.Table", "v1.InternalEvent"]);

/** Returns the error for another kind than DeleteOptions; the reference decodes some of them. */
function otherThanOptions(gvk: GroupVersionKind, inProtobuf: boolean): string {
  const type = typeBesideOptions(gvk);
  if (type === undefined) return notRegistered(gvk);
  return inProtobuf && WITHOUT_MESSAGE.has(type)
    ? `object *${type} does not implement the protobuf marshalling interface and cannot be encoded to a protobuf message`
    : `converting (${type}) to (v1.DeleteOptions): unknown conversion`;
}

function typeBesideOptions(gvk: GroupVersionKind): string | undefined {
  const { kind } = gvk;
  const version = formatGroupVersion(gvk);
  if (OF_ALL_VERSIONS.has(kind) || (version === META && OF_META.has(kind))) return `v1.${kind}`;
  const isInternal = version === "meta.k8s.io/__internal";
  if (!isInternal && version !== "meta.k8s.io/v1beta1") return undefined;
  return (isInternal ? OF_INTERNAL_VERSION[kind] : undefined) ?? OF_OTHER_VERSIONS[kind];
}

function fromQuery(query: URLSearchParams): GivenOptions {
  const grace = query.get("gracePeriodSeconds");
  // A pointer to a number has no zero value for the empty text.
  if (grace === "") throw badRequest('strconv.ParseInt: parsing "": invalid syntax');
  const orphan = query.get("orphanDependents");
  const policy = query.get("propagationPolicy");
  const dryRun = query.getAll("dryRun");
  const unsafe = query.get(UNSAFE);
  const preconditions = preconditionsOf(query);
  return {
    ...(grace === null ? {} : { gracePeriodSeconds: wholeNumber(grace) }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(orphan === null ? {} : { orphanDependents: isTrue(orphan) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(dryRun.length === 0 ? {} : { dryRun }),
    ...(unsafe === null ? {} : { [UNSAFE]: isTrue(unsafe) }),
  };
}

/**
 * Reads `?uid=` and `?resourceVersion=`. In a deletecollection, the latter is the version of the list and a
 * precondition of each item.
 */
function preconditionsOf(query: URLSearchParams): GivenOptions["preconditions"] {
  const uid = query.get("uid") ?? "";
  const resourceVersion = query.get("resourceVersion") ?? "";
  if (uid === "" && resourceVersion === "") return undefined;
  return { ...(uid === "" ? {} : { uid }), ...(resourceVersion === "" ? {} : { resourceVersion }) };
}

function validate(given: GivenOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy: policy, orphanDependents, dryRun } = given;
  if (policy !== undefined && orphanDependents !== undefined)
    errors.push(invalid("propagationPolicy", new NamedText(policy), BOTH));
  if (policy !== undefined && !["Foreground", "Background", "Orphan"].includes(policy))
    errors.push(unknownPolicy(policy));
  errors.push(...dryRunErrors(dryRun ?? []));
  const others = given[UNSAFE] === true ? ALONE.filter((name) => given[name] !== undefined) : [];
  errors.push(...others.map((name) => invalid(UNSAFE, true, `cannot be set together with .${name}`)));
  return errors;
}

const BOTH = "orphanDependents and deletionPropagation cannot be both set";

/** Options that exclude an unsafe deletion (ValidateIgnoreStoreReadError). */
const ALONE = ["propagationPolicy", "orphanDependents", "gracePeriodSeconds", "preconditions"] as const;

/** Builds the error for an unknown policy: the only list of supported values that the reference does not sort. */
function unknownPolicy(policy: string): FieldError {
  const { message } = notSupported("propagationPolicy", policy, []);
  return {
    reason: "FieldValueNotSupported",
    field: "propagationPolicy",
    message: `${message}: supported values: "Foreground", "Background", "Orphan", "nil"`,
  };
}

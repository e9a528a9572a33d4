import type { FieldError } from "../../../api/field-error.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { clone } from "../../../json/object.ts";
import type { KindDefinition, Strategy, WriteContext } from "../../kind.ts";
import { restoreSystemMetadata } from "../../machine/object-meta/restore.ts";
import { validateObjectMeta } from "../../machine/object-meta/validate-object-meta.ts";
import { validateObjectMetaUpdate } from "../../machine/object-meta/validate-object-meta-update.ts";
import { createRegistry } from "../../registry.ts";
import { builtinResources } from "../index.ts";
import type { CompileExpression } from "./shared/match-conditions.ts";
import type { RegistrationFeatures } from "./shared/registration-warnings.ts";

export interface RegistrationRequest {
  /** `admissionregistration.k8s.io/v1` or `…/v1beta1`: the version that the client speaks. */
  readonly apiVersion: string;
  readonly kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration";
  readonly operation: "create" | "update";
  /** As sent. */
  readonly object: JsonObject;
  /** As it was sent when it was stored, in the same version; for updates. */
  readonly oldObject?: JsonObject | undefined;
  readonly features?: RegistrationFeatures | undefined;
  /** Absent: expressions are taken as they are. */
  readonly compile?: CompileExpression | undefined;
}

export interface RegistrationVerdict {
  /** In the reference's order; empty: accepted. */
  readonly errors: readonly FieldError[];
  /** Of accepted configurations only. */
  readonly warnings: readonly string[];
}

/**
 * What a server says to the registration of a webhook configuration, without a server: decodes, fills in defaults,
 * validates. Throws a DecodeError for what is none.
 */
export function validateRegistration(request: RegistrationRequest): RegistrationVerdict {
  const { group, version } = parseGroupVersion(request.apiVersion);
  const { features = {}, compile } = request;
  const registration = { features, ...(compile && { compile }) };
  const registry = createRegistry(builtinResources({ v1beta1Registration: true, registration }));
  const found = registry.findKind(group, version, request.kind);
  if (found === undefined) throw new Error(`${request.kind} is no webhook configuration`);
  const {
    kind,
    resource: { strategy },
  } = found;
  const object = readObject(kind, request.object);
  const context = contextOf(version);
  if (request.operation === "create" || request.oldObject === undefined)
    return create(strategy, object, context);
  return update(strategy, object, readObject(kind, request.oldObject), context);
}

function readObject(kind: KindDefinition, sent: JsonObject): KubeObject {
  const object = kind.decode(clone(sent));
  delete object.metadata.namespace;
  kind.applyDefaults(object);
  return kind.toHub(object);
}

function create(own: Strategy, object: KubeObject, context: WriteContext): RegistrationVerdict {
  own.prepareForCreate?.(object, context);
  const ofMeta = validateObjectMeta(object.metadata, { namespaced: false, nameProblems: own.nameProblems });
  const errors = [...ofMeta, ...(own.validateCreate?.(object, context) ?? [])];
  return { errors, warnings: errors.length > 0 ? [] : (own.warnings?.(object, undefined) ?? []) };
}

function update(
  own: Strategy,
  object: KubeObject,
  old: KubeObject,
  context: WriteContext,
): RegistrationVerdict {
  const { nameProblems, repeatsMeta } = own;
  restoreSystemMetadata(object, old);
  own.prepareForUpdate?.(object, old, context);
  const rules = { namespaced: false, nameProblems };
  const ofMeta = validateObjectMetaUpdate(object.metadata, old.metadata, rules, repeatsMeta);
  const errors = [...ofMeta, ...(own.validateUpdate?.(object, old, context) ?? [])];
  return { errors, warnings: errors.length > 0 ? [] : (own.warnings?.(object, old) ?? []) };
}

const contextOf = (requestVersion: string): WriteContext => ({
  user: { username: "", groups: [] },
  now: 0,
  subresource: "",
  dryRun: true,
  requestVersion,
  newUid: () => "",
  warn: () => {},
});

import { parseGroupVersion } from "../../src/api/group-version.ts";
import type { KubeObject } from "../../src/api/meta.ts";
import type { FieldError } from "../../src/api/validation/field-error.ts";
import { clone } from "../../src/json/object.ts";
import type { JsonObject } from "../../src/json/value.ts";
import type { KindDefinition } from "../../src/resources/kind.ts";
import type { CompileExpression } from "../../src/resources/kinds/admissionregistration/shared/match-conditions.ts";
import type { RegistrationFeatures } from "../../src/resources/kinds/admissionregistration/shared/registration-warnings.ts";
import { builtinResources } from "../../src/resources/kinds/index.ts";
import { createRegistry } from "../../src/resources/registry.ts";
import { finish, prepareAndValidateNow, readNew, writingWithoutRequest } from "../../src/resources/write.ts";

export interface RegistrationRequest {
  /** `admissionregistration.k8s.io/v1` or `…/v1beta1`: the version of the client's objects. */
  readonly apiVersion: string;
  readonly kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration";
  readonly operation: "create" | "update";
  /** The object as the client sent it. */
  readonly object: JsonObject;
  /** The stored object as its client sent it, in the same version; for updates. */
  readonly oldObject?: JsonObject | undefined;
  readonly features?: RegistrationFeatures | undefined;
  /** Absent: expressions are not checked. */
  readonly compile?: CompileExpression | undefined;
}

export interface RegistrationVerdict {
  /** In the order of the reference; empty: accepted. */
  readonly errors: readonly FieldError[];
  /** Only accepted configurations have warnings. */
  readonly warnings: readonly string[];
}

/**
 * Returns the errors and warnings of the registration of a webhook configuration, without a server: decodes
 * it, sets defaults, validates it. Throws a DecodeError for a body that cannot be decoded.
 */
export function validateRegistration(request: RegistrationRequest): RegistrationVerdict {
  const { group, version } = parseGroupVersion(request.apiVersion);
  const { features = {}, compile } = request;
  const registration = { features, ...(compile && { compile }) };
  const registry = createRegistry(builtinResources({ v1beta1Registration: true, registration }));
  const found = registry.findKind(group, version, request.kind);
  if (found === undefined) throw new Error(`${request.kind} is no webhook configuration`);
  const { kind } = found;
  const object = readObject(kind, request.object);
  const old = request.operation === "update" ? request.oldObject : undefined;
  const warnings: string[] = [];
  const writing = writingWithoutRequest(found, {
    old: old && readObject(kind, old),
    warn: (text) => warnings.push(text),
  });
  const errors = prepareAndValidateNow(writing, object);
  if (errors.length > 0) return { errors, warnings: [] };
  finish(writing, object);
  return { errors, warnings };
}

function readObject(kind: KindDefinition, sent: JsonObject): KubeObject {
  const object = readNew(kind, clone(sent));
  delete object.metadata.namespace;
  return object;
}

/** The settings of a case, by the names of its feature gates. */
export const registrationFeatures = (
  gates: Readonly<Record<string, boolean>> = {},
): RegistrationFeatures => ({
  reservesManifestNames: gates.ManifestBasedAdmissionControlConfig === true,
  excludesVirtualResources: gates.ExcludeAdmissionWebhookVirtualResources === true,
});

/** Returns a warning in the text of 1.37: the cases are from an unreleased version with another one. */
export const asReleased = (warning: string): string =>
  warning.replace(
    "will be reserved for static manifest-based configurations when the ManifestBasedAdmissionControlConfig feature gate is enabled",
    "are reserved for static manifest-based configurations and cannot be managed via the API",
  );

import type { FieldError } from "../../../api/field-error.ts";
import { parseGroupVersion } from "../../../api/group-version.ts";
import type { KubeObject } from "../../../api/meta.ts";
import type { WriteContext } from "../../kind.ts";
import { restoreSystemMetadata } from "../../object-meta/restore.ts";
import { validateObjectMeta } from "../../object-meta/validate-object-meta.ts";
import { validateObjectMetaUpdate } from "../../object-meta/validate-object-meta-update.ts";
import { createAdmissionregistrationStrategies, type RegistrationOptions } from "../admissionregistration.ts";

export interface RegistrationRequest {
  /** `admissionregistration.k8s.io/v1` or `…/v1beta1`. */
  readonly apiVersion: string;
  readonly kind: "MutatingWebhookConfiguration" | "ValidatingWebhookConfiguration";
  readonly operation: "create" | "update";
  /** Decoded and defaulted. May be changed. */
  readonly object: KubeObject;
  /** What is stored, for updates. */
  readonly oldObject?: KubeObject | undefined;
  readonly options?: RegistrationOptions;
}

export interface RegistrationVerdict {
  /** In the reference's order; empty: accepted. */
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

/** What a server says to the registration of a webhook configuration: metadata, webhooks, warnings. */
export function validateRegistration(request: RegistrationRequest): RegistrationVerdict {
  const strategies = createAdmissionregistrationStrategies(request.options ?? {});
  const own = strategies.get(`admissionregistration.k8s.io/${request.kind.toLowerCase()}s`);
  if (own === undefined) throw new Error(`${request.kind} is no webhook configuration`);
  const rules = { namespaced: false, nameProblems: own.nameProblems, repeatsMeta: own.repeatsMeta };
  const context = contextOf(request);
  const { object, oldObject: old } = request;
  if (request.operation === "create" || old === undefined) {
    own.prepareForCreate?.(object, context);
    const errors = [
      ...validateObjectMeta(object.metadata, rules),
      ...(own.validateCreate?.(object, context) ?? []),
    ];
    return { errors, warnings: errors.length > 0 ? [] : (own.warningsOnCreate?.(object) ?? []) };
  }
  restoreSystemMetadata(object, old);
  own.prepareForUpdate?.(object, old, context);
  const ofMeta = validateObjectMetaUpdate(object.metadata, old.metadata, rules);
  const errors = [...ofMeta, ...(own.validateUpdate?.(object, old, context) ?? [])];
  return { errors, warnings: errors.length > 0 ? [] : (own.warningsOnUpdate?.(object, old) ?? []) };
}

function contextOf({ apiVersion }: RegistrationRequest): WriteContext {
  return {
    user: { username: "", groups: [] },
    now: 0,
    subresource: "",
    dryRun: true,
    requestVersion: parseGroupVersion(apiVersion).version,
    newUid: () => "",
  };
}

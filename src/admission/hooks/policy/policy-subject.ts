import type { KubeObject } from "../../../api/meta.ts";
import { type AuthorizeUser, admissionActivation } from "../../../cel/kubernetes/admission-variables.ts";
import type { Activation } from "../../../cel/plan/frame.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { Attributes } from "../../attributes.ts";
import type { Invocation } from "../../hook.ts";
import { namespaceWithoutOwners, wholeNamespace } from "./seen-objects.ts";

/** Input of the expressions of a policy. */
export interface PolicyQuestion {
  readonly attributes: Attributes;
  readonly invocation: Invocation;
  readonly name: string;
  /** Object in the version of the invocation. */
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  /** Namespace of the request; null for cluster-scoped requests. */
  readonly namespace: KubeObject | null;
  readonly param: KubeObject | null;
  readonly authorize: AuthorizeUser | undefined;
}

/**
 * Values of the variables for one input. They are made when first used, and shared by all policies with that
 * input. Mutations and audit annotations can read the owners of the namespace, validations cannot
 * (apiserver/pkg/admission/plugin/policy: validating/validator.go, Validate; mutating/patch).
 */
export class PolicySubject {
  readonly question: PolicyQuestion;
  #conditions: Activation | undefined;
  #validations: Activation | undefined;
  #messages: Activation | undefined;
  #annotations: Activation | undefined;
  #mutations: Activation | undefined;

  constructor(question: PolicyQuestion) {
    this.question = question;
  }

  /** Match conditions have the request's own resource, and no namespace. */
  get forConditions(): Activation {
    this.#conditions ??= this.#activation(this.question.authorize, null, undefined);
    return this.#conditions;
  }

  get forValidations(): Activation {
    const { authorize, namespace, invocation } = this.question;
    this.#validations ??= this.#activation(authorize, namespaceWithoutOwners(namespace), invocation.resource);
    return this.#validations;
  }

  /** Messages and audit annotations have no authorizer. */
  get forMessages(): Activation {
    const { namespace, invocation } = this.question;
    this.#messages ??= this.#activation(undefined, namespaceWithoutOwners(namespace), invocation.resource);
    return this.#messages;
  }

  get forAnnotations(): Activation {
    const { namespace, invocation } = this.question;
    this.#annotations ??= this.#activation(undefined, wholeNamespace(namespace), invocation.resource);
    return this.#annotations;
  }

  get forMutations(): Activation {
    const { authorize, namespace, invocation } = this.question;
    this.#mutations ??= this.#activation(authorize, wholeNamespace(namespace), invocation.resource);
    return this.#mutations;
  }

  #activation(
    authorize: AuthorizeUser | undefined,
    namespaceObject: JsonObject | null,
    resource: Invocation["resource"] | undefined,
  ): Activation {
    const { attributes, invocation, name, object, oldObject, param } = this.question;
    const { kind } = invocation;
    const input = { attributes, kind, name, object, oldObject, ...(resource && { resource }) };
    return admissionActivation(input, authorize, { params: param, namespaceObject });
  }
}

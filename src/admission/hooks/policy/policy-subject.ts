import type { JsonObject } from "../../../api/json.ts";
import type { KubeObject } from "../../../api/meta.ts";
import { type AuthorizeUser, admissionActivation } from "../../../cel/admission-variables.ts";
import type { Activation } from "../../../cel/frame.ts";
import type { Attributes } from "../../attributes.ts";
import type { Invocation } from "../../hook.ts";

/** What a policy is asked about. */
export interface PolicyQuestion {
  readonly attributes: Attributes;
  readonly invocation: Invocation;
  readonly name: string;
  /** In the version of the invocation. */
  readonly object: KubeObject | null;
  readonly oldObject: KubeObject | null;
  /** The namespace of the request; null for requests of cluster scope. */
  readonly namespace: KubeObject | null;
  readonly param: KubeObject | null;
  readonly authorize: AuthorizeUser | undefined;
}

/** The values of the variables for one question: made when first asked for, the same for all policies that ask it. */
export class PolicySubject {
  readonly question: PolicyQuestion;
  #conditions: Activation | undefined;
  #expressions: Activation | undefined;
  #messages: Activation | undefined;

  constructor(question: PolicyQuestion) {
    this.question = question;
  }

  /** Match conditions see the request's own resource, and no namespace. */
  get forConditions(): Activation {
    this.#conditions ??= this.#activation(this.question.authorize, null, undefined);
    return this.#conditions;
  }

  /** Validations and mutations. */
  get forExpressions(): Activation {
    const { authorize, namespace, invocation } = this.question;
    this.#expressions ??= this.#activation(authorize, namespace, invocation.resource);
    return this.#expressions;
  }

  /** Messages and audit annotations cannot ask the authorizer. */
  get forMessages(): Activation {
    const { namespace, invocation } = this.question;
    this.#messages ??= this.#activation(undefined, namespace, invocation.resource);
    return this.#messages;
  }

  #activation(
    authorize: AuthorizeUser | undefined,
    namespace: KubeObject | null,
    resource: Invocation["resource"] | undefined,
  ): Activation {
    const { attributes, invocation, name, object, oldObject, param } = this.question;
    const { kind } = invocation;
    const input = { attributes, kind, name, object, oldObject, ...(resource && { resource }) };
    return admissionActivation(input, authorize, {
      params: param,
      namespaceObject: namespace === null ? null : namespaceValue(namespace),
    });
  }
}

const values = new WeakMap<KubeObject, JsonObject>();

/** Of a namespace expressions see neither managedFields nor owners, nor that it is one. */
function namespaceValue(namespace: KubeObject): JsonObject {
  let value = values.get(namespace);
  if (value === undefined) {
    const { managedFields: _managed, ownerReferences: _owners, ...metadata } = namespace.metadata;
    value = {
      metadata,
      ...(namespace.spec !== undefined && { spec: namespace.spec }),
      ...(namespace.status !== undefined && { status: namespace.status }),
    };
    values.set(namespace, value);
  }
  return value;
}

import { type Library, member } from "../types/functions.ts";
import { costSize } from "../values/costs.ts";
import { CelError, CelObject, NO_OVERLOAD, type Value } from "../values/values.ts";
import type { Work } from "../values/work.ts";

/** Attributes of an expression's authorization check: a path, or a verb on a resource of any version. */
export type AuthorizationAttributes =
  | { readonly kind: "path"; readonly path: string; readonly verb: string; readonly user: AuthorizedUser }
  | {
      readonly kind: "resource";
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      /** Empty: all namespaces. */
      readonly namespace: string;
      /** Empty: all names. */
      readonly name: string;
      /** Texts of selectors, not parsed; empty if there are none. Invalid selectors are left out of the check. */
      readonly fieldSelector: string;
      readonly labelSelector: string;
      readonly user: AuthorizedUser;
    };

/** User whose rights are checked. */
export type AuthorizedUser =
  | { readonly kind: "requester" }
  | { readonly kind: "serviceAccount"; readonly namespace: string; readonly name: string };

/** Result of an authorization check. */
export interface AuthorizationAnswer {
  readonly decision: "allow" | "deny" | "noOpinion";
  readonly reason: string;
  /** Text of the error; absent if there is none. */
  readonly error?: string | undefined;
}

/** Authorizes synchronously, from data in memory. */
export type Authorize = (attributes: AuthorizationAttributes) => AuthorizationAnswer;

/** A resource for which rights are checked. */
export interface ResourceFields {
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** A value that has only member functions: it cannot be compared, not even with itself. */
abstract class CallOnly extends CelObject {
  override readonly unitEquality = true;

  override equals(): CelError {
    return NO_OVERLOAD;
  }
}

abstract class Asker extends CallOnly {
  readonly authorize: Authorize;
  readonly user: AuthorizedUser;

  constructor(authorize: Authorize, user: AuthorizedUser) {
    super();
    this.authorize = authorize;
    this.user = user;
  }
}

/** A right that an expression asked for, and the answer. */
export type AskedRight = AuthorizationAttributes & { readonly answer: AuthorizationAnswer };

class AuthorizerValue extends Asker {
  readonly typeName = "kubernetes.authorization.Authorizer";
  /** The checks so far, in their order; absent before the first one. */
  declare asked?: AskedRight[];
}

class PathCheck extends Asker {
  readonly typeName = "kubernetes.authorization.PathCheck";
  readonly path: string;

  constructor({ authorize, user }: Asker, path: string) {
    super(authorize, user);
    this.path = path;
  }
}

class GroupCheck extends Asker {
  readonly typeName = "kubernetes.authorization.GroupCheck";
  readonly group: string;

  constructor({ authorize, user }: Asker, group: string) {
    super(authorize, user);
    this.group = group;
  }
}

type Fields = Omit<AuthorizationAttributes & { kind: "resource" }, "kind" | "verb" | "user">;

class ResourceCheck extends Asker {
  readonly typeName = "kubernetes.authorization.ResourceCheck";
  readonly fields: Fields;

  constructor(authorize: Authorize, user: AuthorizedUser, fields: Fields) {
    super(authorize, user);
    this.fields = fields;
  }

  with(changes: Partial<Fields>): ResourceCheck {
    return new ResourceCheck(this.authorize, this.user, { ...this.fields, ...changes });
  }
}

class Decision extends CallOnly {
  readonly typeName = "kubernetes.authorization.Decision";
  readonly answer: AuthorizationAnswer;

  constructor(answer: AuthorizationAnswer) {
    super();
    this.answer = answer;
  }
}

const REQUESTER: AuthorizedUser = Object.freeze({ kind: "requester" });

/** Returns the variable `authorizer`, which checks rights of the request's user, and keeps the answers. */
export function authorizerValue(authorize: Authorize): Value & { readonly authorize: Authorize } {
  const value = new AuthorizerValue((attributes) => {
    const answer = authorize(attributes);
    value.asked ??= [];
    value.asked.push({ ...attributes, answer });
    return answer;
  }, REQUESTER);
  return value;
}

/** Returns the rights that expressions asked the variable `authorizer` for. */
export const rightsAsked = (authorizer: Value | undefined): readonly AskedRight[] =>
  (authorizer instanceof AuthorizerValue && authorizer.asked) || [];

/** Returns the variable `authorizer.requestResource`, which checks rights on the request's own resource. */
export const resourceCheckValue = (authorize: Authorize, fields: ResourceFields): Value =>
  new ResourceCheck(authorize, REQUESTER, { ...EMPTY, ...fields });

const EMPTY = {
  group: "",
  resource: "",
  subresource: "",
  namespace: "",
  name: "",
  fieldSelector: "",
  labelSelector: "",
};

const NAMESPACE_NAME = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const ACCOUNT_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

function serviceAccount({ authorize }: Asker, namespace: string, name: string): Value {
  if (!ACCOUNT_NAME.test(name) || name.length > 253) return new CelError("Invalid service account name");
  if (!NAMESPACE_NAME.test(namespace)) return new CelError("Invalid service account namespace");
  return new AuthorizerValue(authorize, { kind: "serviceAccount", namespace, name });
}

function path(authorizer: Asker, text: string): Value {
  return text === "" ? new CelError("path must not be empty") : new PathCheck(authorizer, text);
}

function resource({ authorize, user, group }: GroupCheck, name: string): Value {
  if (name === "") return new CelError("resource must not be empty");
  return new ResourceCheck(authorize, user, { ...EMPTY, group, resource: name });
}

function checkPath({ authorize, user, path: text }: PathCheck, verb: string): Value {
  return new Decision(authorize({ kind: "path", path: text, verb, user }));
}

function checkResource({ authorize, user, fields }: ResourceCheck, verb: string): Value {
  return new Decision(authorize({ kind: "resource", verb, user, ...fields }));
}

const refine =
  (field: keyof Fields) =>
  (check: ResourceCheck, text: string): Value =>
    check.with({ [field]: text });

declare module "../types/functions.ts" {
  interface ObjectValues {
    [AUTHORIZER]: AuthorizerValue;
    [PATH]: PathCheck;
    [GROUP]: GroupCheck;
    [RESOURCE]: ResourceCheck;
    [DECISION]: Decision;
  }
}

const AUTHORIZER = "kubernetes.authorization.Authorizer";
const PATH = "kubernetes.authorization.PathCheck";
const GROUP = "kubernetes.authorization.GroupCheck";
const RESOURCE = "kubernetes.authorization.ResourceCheck";
const DECISION = "kubernetes.authorization.Decision";

const nominal = (): number => 1;
const CHECK_COST = 350_000;

/**
 * Returns the cost of a selector: a list, and a struct with a list for each requirement. A selector has at
 * most one requirement for every two characters.
 */
const selectorCost = ([, selector = null]: readonly Value[], work: Work): number => {
  const size = costSize(selector, work);
  return 10 + Math.ceil(size * 0.1) + Math.ceil(Math.ceil(size * 0.5) * 50);
};

/** Functions such as `authorizer.group('apps').resource('deployments').check('create').allowed()`. */
export const AUTHORIZATION: Library = {
  overloads: [
    member("authorizer_path", "path", `${AUTHORIZER}, string -> ${PATH}`, path),
    member(
      "authorizer_group",
      "group",
      `${AUTHORIZER}, string -> ${GROUP}`,
      (a, group) => new GroupCheck(a, group),
    ),
    member(
      "authorizer_serviceaccount",
      "serviceAccount",
      `${AUTHORIZER}, string, string -> ${AUTHORIZER}`,
      serviceAccount,
    ),
    member("groupcheck_resource", "resource", `${GROUP}, string -> ${RESOURCE}`, resource),
    member(
      "resourcecheck_subresource",
      "subresource",
      `${RESOURCE}, string -> ${RESOURCE}`,
      refine("subresource"),
    ),
    member("resourcecheck_namespace", "namespace", `${RESOURCE}, string -> ${RESOURCE}`, refine("namespace")),
    member("resourcecheck_name", "name", `${RESOURCE}, string -> ${RESOURCE}`, refine("name")),
    member(
      "authorizer_fieldselector",
      "fieldSelector",
      `${RESOURCE}, string -> ${RESOURCE}`,
      refine("fieldSelector"),
    ),
    member(
      "authorizer_labelselector",
      "labelSelector",
      `${RESOURCE}, string -> ${RESOURCE}`,
      refine("labelSelector"),
    ),
    member("pathcheck_check", "check", `${PATH}, string -> ${DECISION}`, checkPath),
    member("resourcecheck_check", "check", `${RESOURCE}, string -> ${DECISION}`, checkResource),
    member("decision_errored", "errored", `${DECISION} -> bool`, ({ answer }) => answer.error !== undefined),
    member("decision_error", "error", `${DECISION} -> string`, ({ answer }) => answer.error ?? ""),
    member("decision_allowed", "allowed", `${DECISION} -> bool`, ({ answer }) => answer.decision === "allow"),
    member("decision_reason", "reason", `${DECISION} -> string`, ({ answer }) => answer.reason),
  ],
  costs: {
    check: () => CHECK_COST,
    ...Object.fromEntries(
      "serviceAccount path group resource subresource namespace name allowed reason error errored"
        .split(" ")
        .map((name) => [name, nominal]),
    ),
    fieldSelector: selectorCost,
    labelSelector: selectorCost,
  },
};

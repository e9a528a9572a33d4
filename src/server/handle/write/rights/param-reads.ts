import { parseGroupVersion } from "../../../../api/group-version.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { objectIn } from "../../../../api/object/document.ts";
import { type FieldError, forbiddenField } from "../../../../api/validation/field-error.ts";
import type { Registry } from "../../../../resources/registry.ts";
import type { Storage } from "../../../../storage/storage.ts";
import type {
  ParamKind,
  ValidatingAdmissionPolicyBindingSpec,
  ValidatingAdmissionPolicySpec,
} from "../../../../types/tables/admissionregistration/v1-types.ts";
import type { AuthorizationAttributes } from "../../../authorize/attributes.ts";
import { askedOfResource } from "../../../authorize/attributes.ts";
import { type Authorizer, isSuperuser } from "../../../authorize/authorize.ts";
import { goUser } from "../../../authorize/go-user.ts";
import { storageKey } from "../../target.ts";
import type { ReferenceRule } from "../writes.ts";

const GROUP = "admissionregistration.k8s.io";

/** Members of policies and of bindings. */
type Spec = Pick<ValidatingAdmissionPolicySpec, "paramKind"> & ValidatingAdmissionPolicyBindingSpec;

const specOf = (object: KubeObject | undefined): Spec => (object?.spec as Spec | undefined) ?? {};

/** Sources of the lookups of these rules. */
export interface ParamSources {
  readonly authorize: Authorizer;
  registry(): Registry;
  readonly storage: Storage;
}

/**
 * Returns the rules for references to parameters. Policies read their parameters with the server's rights,
 * and their expressions can reveal them: the writer of a policy needs the right to read all objects of its
 * `paramKind`, the writer of a binding those of its `paramRef`. As in the files `authz.go` below Kubernetes'
 * pkg/registry/admissionregistration. By `group/plural`.
 */
export function paramReadRules(sources: ParamSources): ReadonlyMap<string, ReferenceRule> {
  const policy = policyRule(sources);
  return new Map([
    [`${GROUP}/validatingadmissionpolicies`, policy],
    [`${GROUP}/mutatingadmissionpolicies`, policy],
    [
      `${GROUP}/validatingadmissionpolicybindings`,
      bindingRule(sources, "validatingadmissionpolicies", (user, verb) => [user, verb]),
    ],
    [
      `${GROUP}/mutatingadmissionpolicybindings`,
      // The reference has the two words in the wrong order here.
      bindingRule(sources, "mutatingadmissionpolicies", (user, verb) => [verb, user]),
    ],
  ]);
}

function policyRule({ authorize, registry }: ParamSources): ReferenceRule {
  return async ({ user }, object, old) => {
    const { paramKind } = specOf(object);
    if (paramKind === undefined || isSuperuser(user) || isSame(paramKind, specOf(old).paramKind)) return [];
    const { resource } = resolve(registry(), paramKind);
    const question = { user, verb: "get", ...resource, namespace: "*", name: "*" };
    if (await allows(authorize, question)) return [];
    const { kind = "", apiVersion = "" } = paramKind;
    const why = `user ${goUser(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`;
    return [forbiddenField("spec.paramKind", why)];
  };
}

const isSame = (kind: ParamKind, old: ParamKind | undefined): boolean =>
  kind.kind === old?.kind && kind.apiVersion === old?.apiVersion;

/**
 * Returns the rule of bindings. It applies to every update, also to one with the same reference: the
 * reference compares pointers there.
 */
function bindingRule(
  sources: ParamSources,
  policies: string,
  inText: (user: string, verb: string) => readonly [string, string],
): ReferenceRule {
  return async ({ user }, object): Promise<FieldError[]> => {
    const { policyName = "", paramRef } = specOf(object);
    if (paramRef === undefined || isSuperuser(user)) return [];
    const { name = "", namespace = "" } = paramRef;
    const verb = name === "" ? "list" : "get";
    const policy = await storedPolicy(sources, policies, policyName);
    const { resource, unresolved } = resolve(sources.registry(), specOf(policy).paramKind);
    if (await allows(sources.authorize, { user, verb, ...resource, namespace, name })) return [];
    const unknown = policy === undefined ? `get policy ${policyName}` : unresolved;
    const [first, second] = inText(goUser(user), verb);
    const why =
      unknown === undefined
        ? `user ${first} does not have "${second}" permission on the object referenced by paramRef`
        : `unable to ${unknown} to determine minimum required permissions and user ${goUser(user)} does not have "${verb}" permission for all groups, versions and resources`;
    return [forbiddenField("spec.paramRef", why)];
  };
}

async function storedPolicy(
  { registry, storage }: ParamSources,
  plural: string,
  name: string,
): Promise<KubeObject | undefined> {
  const resource = registry().resource(GROUP, plural);
  const entry = resource && (await storage.get(storageKey(resource, "", name)));
  return objectIn(entry?.document);
}

interface Resolved {
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string };
  /** Error text of the resolution, if this kind is unknown. */
  readonly unresolved?: string;
}

/** Returns the resource of a `paramKind`; "*" if it is unknown. */
function resolve(registry: Registry, paramKind: ParamKind | undefined): Resolved {
  if (paramKind === undefined) return { resource: { group: "*", version: "*", resource: "*" } };
  const { apiVersion = "", kind = "" } = paramKind;
  const { group, version } = parseGroupVersion(apiVersion);
  const found = registry.findKind(group, version, kind);
  if (found !== undefined) return { resource: { group, version, resource: found.resource.plural } };
  return {
    resource: { group, version, resource: "*" },
    unresolved: `resolve paramKind &{${apiVersion} ${kind}}`,
  };
}

type Question = Omit<AuthorizationAttributes, "isResource" | "subresource" | "path">;

const allows = async (authorize: Authorizer, { user, verb, ...asked }: Question): Promise<boolean> =>
  (await authorize(askedOfResource(user, verb, asked))).decision === "allow";

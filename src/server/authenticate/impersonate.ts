import type { ServerRequest } from "../../api/exchange/exchange.ts";
import type { UserInfo } from "../../api/meta.ts";
import { StatusError } from "../../api/status.ts";
import { BoundedCache } from "../../async/bounded-cache.ts";
import { ORDINARY_FEATURES } from "../../resources/features/features.ts";
import type { RequestInfo } from "../accept/request-info.ts";
import type { AuthorizationAttributes } from "../authorize/attributes.ts";
import type { Authorizer } from "../authorize/authorize.ts";
import { readImpersonationHeaders, referencesText, type WantedUser } from "./impersonation-headers.ts";
import { type RightsInput, requireRight, takeOn } from "./impersonation-rights.ts";
import { nodeOf, serviceAccountOf } from "./user-names.ts";

/**
 * The user that the requester becomes, and the verb of the constrained right that allowed it
 * (`impersonate:user-info`; "" for the plain right).
 */
export interface Impersonated {
  readonly user: UserInfo;
  readonly constraint: string;
}

/** Returns the user in the Impersonate headers, for whom the requester may act; undefined: there are none. */
export type Impersonate = (
  request: ServerRequest,
  info: RequestInfo,
  requester: UserInfo,
) => Promise<Impersonated> | undefined;

/** One way to get the right. Undefined means that it does not apply to such a user. Throws 403. */
type Mode = (wanted: WantedUser, attributes: AuthorizationAttributes) => Promise<Impersonated> | undefined;

const REMEMBERED = 10_000;

/**
 * Tries constrained impersonation first (a right to act for such a user in just this request), then plain
 * impersonation. The mode that was last successful for a requester is tried before the others, and its
 * refusal is the one that is returned. Throws 403 and 400
 * (apiserver/pkg/endpoints/filters/impersonation/impersonation.go, WithImpersonation).
 */
export function createImpersonation(authorize: Authorizer, { isOn } = ORDINARY_FEATURES): Impersonate {
  const isConstrained = isOn("ConstrainedImpersonation");
  const modes = isConstrained ? modesOf(authorize) : [plain(authorize, { uidLast: true })];
  const textOf = isConstrained ? undefined : referencesText;
  const lastMode = new BoundedCache<Mode>({ entries: REMEMBERED });
  return (request, info, requester) => {
    const wanted = readImpersonationHeaders(request, textOf);
    if (wanted === undefined) return undefined;
    return become(wanted, { ...info, user: requester });
  };

  async function become(wanted: WantedUser, attributes: AuthorizationAttributes): Promise<Impersonated> {
    const { username } = attributes.user;
    const last = lastMode.get(username);
    const order = last === undefined ? modes : [last, ...modes.filter((mode) => mode !== last)];
    const { result, mode } = await firstAllowed(order, wanted, attributes);
    if (mode !== last) lastMode.set(username, mode);
    return result;
  }
}

async function firstAllowed(
  order: readonly Mode[],
  wanted: WantedUser,
  attributes: AuthorizationAttributes,
): Promise<{ result: Impersonated; mode: Mode }> {
  let refusal: unknown;
  for (const mode of order) {
    try {
      const result = await mode(wanted, attributes);
      if (result !== undefined) return { result, mode };
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

function modesOf(authorize: Authorizer): readonly Mode[] {
  return [
    associatedNode(authorize),
    constrained(authorize, "arbitrary-node", (wanted) => onlyName(wanted) && isNode(wanted)),
    constrained(authorize, "serviceaccount", (wanted) => onlyName(wanted) && isAccount(wanted)),
    constrained(authorize, "user-info", (wanted) => !isNode(wanted) && !isAccount(wanted)),
    plain(authorize),
  ];
}

const plain =
  (authorize: Authorizer, more: Pick<RightsInput, "uidLast"> = {}): Mode =>
  async (wanted, { user }) => {
    const rights = { authorize, requester: user, verb: "impersonate", constrained: false, ...more };
    return { user: await takeOn(rights, wanted), constraint: "" };
  };

const isNode = ({ username }: WantedUser): boolean => nodeOf(username) !== undefined;
const isAccount = ({ username }: WantedUser): boolean => serviceAccountOf(username) !== undefined;
const onlyName = ({ uid, groups, extra }: WantedUser): boolean =>
  uid === "" && groups.length === 0 && Object.keys(extra).length === 0;

function constrained(
  authorize: Authorizer,
  name: string,
  isFor: (wanted: WantedUser, requester: UserInfo) => boolean,
): Mode {
  const verb = `impersonate:${name}`;
  return (wanted, attributes) => (isFor(wanted, attributes.user) ? become(wanted, attributes) : undefined);

  async function become(wanted: WantedUser, attributes: AuthorizationAttributes): Promise<Impersonated> {
    await requireRight(authorize, { ...attributes, verb: `impersonate-on:${name}:${attributes.verb}` });
    const rights = { authorize, requester: attributes.user, verb, constrained: true };
    return { user: await takeOn(rights, wanted), constraint: verb };
  }
}

const NODE_NAME = "authentication.kubernetes.io/node-name";
const NODE_KEYS = "authentication.kubernetes.io/associated-node-keys";

/**
 * A mode for service accounts that act for the node that they run on. The required right is for any such
 * node, not for one by name.
 */
function associatedNode(authorize: Authorizer): Mode {
  const anyNode: Authorizer = (attributes) => authorize(withoutNode(attributes));
  return constrained(anyNode, "associated-node", (wanted, requester) => {
    const runsOn = requester.extra?.[NODE_NAME] ?? [];
    return (
      onlyName(wanted) &&
      serviceAccountOf(requester.username) !== undefined &&
      runsOn.length === 1 &&
      runsOn[0] === nodeOf(wanted.username)
    );
  });
}

function withoutNode(attributes: AuthorizationAttributes): AuthorizationAttributes {
  const { user } = attributes;
  const keys = Object.keys(user.extra ?? {}).sort();
  return { ...attributes, user: { ...user, extra: { [NODE_KEYS]: keys } } };
}

import { isJsonObject, type Json, type JsonObject } from "../../../api/json.ts";
import { memoryRequest } from "../../../api/memory-request.ts";
import type { KubeObject, UserInfo } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import { formatTime } from "../write/identity.ts";

/** TokenReview: whose token is this? The token itself is not repeated in the log. */
export async function tokenReview(
  house: House,
  _context: RequestContext,
  review: KubeObject,
): Promise<KubeObject> {
  const { token } = (isJsonObject(review.spec) ? review.spec : {}) as { token?: string };
  if (!token) throw badRequest("token is required for TokenReview in authentication");
  const request = memoryRequest({ url: "/", headers: { authorization: `Bearer ${token}` } });
  const user = await house.whoIs(request);
  const status: JsonObject =
    user === undefined
      ? { user: {}, error: "invalid bearer token" }
      : { authenticated: true, user: userOf(user) };
  return { ...review, status };
}

/** SelfSubjectReview: who am I? */
export function selfSubjectReview(house: House, { user }: RequestContext, review: KubeObject): KubeObject {
  const metadata = { creationTimestamp: formatTime(house.now()) };
  return { ...review, metadata, status: { userInfo: userOf(user) } };
}

function userOf({ username, uid, groups, extra }: UserInfo): JsonObject {
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: [...groups],
    ...(extra === undefined ? {} : { extra: extra as unknown as Json }),
  };
}

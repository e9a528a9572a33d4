import { memoryRequest } from "../../../api/exchange/memory-request.ts";
import type { UserInfo } from "../../../api/meta.ts";
import { badRequest } from "../../../api/status.ts";
import { formatTime } from "../../../api/time.ts";
import { isJsonObject, type Json, type JsonObject, membersOf } from "../../../json/value.ts";
import { ANONYMOUS, withAuthenticatedGroup } from "../../authenticate/authenticate.ts";
import type { TokenOwner } from "../../authenticate/authenticate-token.ts";
import { LONGEST_TOKEN, tokenOf } from "../../authenticate/bearer-token.ts";
import type { Reviewer, Reviews } from "./reviewer.ts";

/** Answers a TokenReview: the owner of a token. The token itself is not repeated in the log. */
export const tokenReview: Reviewer = async (reviews, _context, review, admit) => {
  const spec = membersOf<{ token: string; audiences: string[] }>(review.spec);
  const { token, audiences = [] } = spec;
  if (!token) throw badRequest("token is required for TokenReview in authentication");
  await admit();
  const wanted = audiences.length === 0 ? reviews.tokens.audiences : audiences;
  const owner = token.length > LONGEST_TOKEN ? undefined : await ownerOf(reviews, token, wanted);
  const sent = isJsonObject(review.status) ? review.status : {};
  return { ...review, status: statusOf(owner, sent) };
};

const ownerOf = async (reviews: Reviews, token: string, wanted: readonly string[]): Promise<TokenOwner> =>
  (await ownerInFile(reviews, token, wanted)) ?? reviews.authenticateToken(token, wanted);

/** Returns the owner of a token in a file. Such tokens are for this server, under any of its audiences. */
async function ownerInFile(reviews: Reviews, token: string, wanted: readonly string[]): Promise<TokenOwner> {
  const authorization = `Bearer ${token}`;
  // A token that no header can contain is the same as no token: the user is anonymous, for every audience.
  if (tokenOf(authorization) === undefined) return { user: ANONYMOUS, audiences: wanted };
  const audiences = reviews.tokens.audiences.filter((audience) => wanted.includes(audience));
  if (audiences.length === 0) return undefined;
  const request = memoryRequest({ url: "/", headers: { authorization } });
  const user = await reviews.whoIs(request);
  return user === undefined ? undefined : { user, audiences };
}

/**
 * Builds the status over the one that was sent: the reference replaces the members that it computes, and
 * keeps the others.
 */
function statusOf(owner: TokenOwner, { authenticated: _, ...sent }: JsonObject): JsonObject {
  const invalid = "invalid bearer token";
  if (owner === undefined) return { user: {}, ...sent, error: invalid };
  if ("problem" in owner) return { user: {}, ...sent, error: `[${invalid}, ${owner.problem}]` };
  const user = userOf(withAuthenticatedGroup(owner.user));
  return { ...sent, authenticated: true, user, audiences: [...owner.audiences] };
}

/** Answers a SelfSubjectReview: the user of the request. */
export const selfSubjectReview: Reviewer = async (reviews, { user }, review, admit) => {
  await admit();
  const metadata = { creationTimestamp: formatTime(reviews.now()) };
  return { ...review, metadata, status: { userInfo: userOf(user) } };
};

function userOf({ username, uid, groups, extra }: UserInfo): JsonObject {
  return {
    ...(username === "" ? {} : { username }),
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups: [...groups] }),
    ...(extra === undefined ? {} : { extra: extra as unknown as Json }),
  };
}

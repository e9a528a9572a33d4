import { notAcceptable } from "../../../api/status.ts";
import type { JsonObject } from "../../../json/value.ts";
import type { RequestContext } from "../../request-context.ts";
import { type Clause, parseAccept } from "../../respond/accept-header.ts";
import { type Answer, rawAnswer } from "../../respond/answer.ts";
import { encodeValue } from "../../respond/encode-value.ts";
import { bareText } from "../../respond/plain.ts";
import { wantsPretty } from "../../respond/pretty.ts";
import { acceptOf } from "../../respond/respond.ts";

/** Page about the server itself: a text for users, or an object of `config.k8s.io`. */
export interface Page {
  /** Kind of the object: `Flagz`. */
  readonly kind: string;
  text(): string;
  /** Returns the object without apiVersion, kind and metadata. */
  object(): JsonObject;
}

const GROUP = "config.k8s.io";
const VERSIONS: Readonly<Record<string, string | undefined>> = {
  v1alpha1: "This version of the %s endpoint is deprecated. Please use a newer version.",
  v1beta1: undefined,
};

export const WARNING =
  "Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.";

/**
 * Answers with the page in the first form that the client accepts; with an object only if kind, group and
 * version are named.
 */
export function answerPage(context: RequestContext, page: Page): Answer {
  const accept = acceptOf(context.request);
  const best = parseAccept(accept).find((clause) => isText(clause) || isObject(page, clause));
  if (best === undefined && accept !== "")
    throw notAcceptable(
      "only the following media types are accepted: application/json, application/yaml, text/plain",
    );
  return best === undefined || isText(best) ? bareText(200, page.text()) : answerObject(context, page, best);
}

const isText = ({ type, subtype, parameters }: Clause): boolean =>
  (type === "text" ? subtype === "plain" || subtype === "*" : type === "*" && subtype === "*") &&
  !parameters.has("as");

const isObject = ({ kind }: Page, { type, subtype, parameters }: Clause): boolean =>
  type === "application" &&
  (subtype === "json" || subtype === "yaml") &&
  parameters.get("as") === kind &&
  parameters.get("g") === GROUP &&
  Object.hasOwn(VERSIONS, parameters.get("v") ?? "");

function answerObject(context: RequestContext, page: Page, { subtype, parameters }: Clause): Answer {
  const version = parameters.get("v") ?? "";
  const deprecated = VERSIONS[version];
  if (deprecated !== undefined) context.warnings.add(deprecated.replace("%s", page.kind.toLowerCase()));
  const value = {
    kind: page.kind,
    apiVersion: `${GROUP}/${version}`,
    metadata: { name: "apiserver" },
    ...page.object(),
  };
  const encoding = subtype === "yaml" ? "yaml" : "json";
  const body = encodeValue(value, { encoding, pretty: wantsPretty(context.request) });
  const contentType = `application/${subtype};g=${GROUP};v=${version};as=${page.kind}`;
  return rawAnswer(200, { "content-type": contentType }, body);
}

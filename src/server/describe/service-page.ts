import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { pass } from "../route/gate.ts";
import { KEY_SET, OPEN_ID_PATHS, type OpenIdSource, openIdConfiguration, openIdKeys } from "./open-id.ts";
import { type VersionSource, version } from "./version.ts";

/** Sources of `/version` and of the pages of OpenID Connect. */
export interface ServicePages extends OpenIdSource, VersionSource {}

const JSON_TYPE = "application/json";

/** Answers pages that are services of their own: GET only, in their one media type. */
export function servicePage(pages: ServicePages, context: RequestContext, path: string): Answer {
  const { request } = context;
  switch (path) {
    case OPEN_ID_PATHS.configuration:
      pass(request, { produces: [JSON_TYPE] });
      return openIdConfiguration(pages);
    case OPEN_ID_PATHS.keys:
      pass(request, { produces: [KEY_SET] });
      return openIdKeys(pages);
    default:
      pass(request, { produces: [JSON_TYPE], consumes: [JSON_TYPE] });
      return version(pages);
  }
}

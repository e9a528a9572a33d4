import { unsupportedMediaType } from "../../../api/status.ts";
import type { House } from "../../house.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Answer } from "../../respond/answer.ts";
import type { Target } from "../target.ts";
import type { WriteOptions } from "../write/write-options.ts";

/** Server-side apply: refused until it exists, so that nobody believes that fields are owned. */
export async function applyRequest(
  _house: House,
  _context: RequestContext,
  _target: Target,
  _bytes: Uint8Array,
  _options: WriteOptions,
): Promise<Answer> {
  throw unsupportedMediaType(
    "server-side apply (application/apply-patch+yaml) is not supported by this server yet: use a merge patch, a strategic merge patch or kubectl apply without --server-side",
  );
}

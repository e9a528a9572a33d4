import type { UserInfo } from "../../api/meta.ts";
import type { JsonObject } from "../../json/value.ts";
import type { LintRequest } from "../requests/lint-request.ts";

/** A request without which pods do not come up. */
export interface Write {
  readonly request: LintRequest;
  /** Consequence if the request is refused: `its pods cannot be created`. */
  readonly without: string;
}

interface Parts {
  readonly name?: string;
  readonly namespace?: string;
  readonly user: UserInfo;
  readonly object: JsonObject;
  /** True if the object exists already, with the same content. */
  readonly update?: boolean;
  readonly without: string;
}

/** Builds a write. `resource` is `pods`, `replicasets.apps/v1`, or `pods/binding`. */
export function writeOf(resource: string, parts: Parts): Write {
  const { name = "", namespace = "", user, object, update = false, without } = parts;
  const [, plural = "", subresource = "", group = "", version = "v1"] = NAMES.exec(resource) ?? [];
  return {
    without,
    request: {
      operation: update ? "UPDATE" : "CREATE",
      resource: { group, version, resource: plural },
      subresource,
      namespace,
      name,
      user,
      object,
      oldObject: update ? object : null,
    },
  };
}

/** `replicasets.apps/v1`, `pods/binding`, `pods`. */
const NAMES = /^([a-z]+)(?:\/([a-z]+))?(?:\.([a-z0-9.-]+)\/([a-z0-9]+))?$/;

import type { Manifest } from "../explain/offline/manifests.ts";
import type { Path } from "../explain/sources.ts";
import type { Severity } from "./finding.ts";
import type { Endpoint } from "./model/endpoints.ts";
import type { Model } from "./model/model.ts";

/** A rule. The pages that docs/lint.md lists have an entry for each, with a manifest that has the problem and one that does not. */
export interface Rule {
  /** Stable id for annotations and programs: `never-matches`. */
  readonly id: string;
  readonly severity: Severity;
  /** The problem in one sentence without a full stop. */
  readonly summary: string;
  /** Finds problems. A rule reports only problems that are certain: in doubt it reports nothing. */
  check(model: Model): readonly Problem[] | Promise<readonly Problem[]>;
}

/** A problem with its place. */
export interface Problem {
  readonly of: Manifest;
  readonly path: Path;
  readonly message: string;
  readonly fix?: string;
  /** Name of the webhook, if the problem is about one. */
  readonly webhook?: string;
  /** The connection that fails. Absent if `of` itself configures it, or if there is no particular one. */
  readonly connection?: Connection;
  /** Severity of the problem. Default: that of the rule. */
  readonly severity?: Severity;
}

/** The way of the API server to a webhook, and the object that configures it. */
export type Connection = Pick<Endpoint, "of" | "webhook" | "config">;

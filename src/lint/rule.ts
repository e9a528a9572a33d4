import type { Manifest } from "../explain/offline/manifests.ts";
import type { Path } from "../explain/sources.ts";
import type { Severity } from "./finding.ts";
import type { Model } from "./model/model.ts";

/** One rule. docs/lint.md has an entry for each, with a manifest that it finds and one that it does not. */
export interface Rule {
  /** `never-matches`: stable, for annotations and programs. */
  readonly id: string;
  readonly severity: Severity;
  /** What it finds, in one sentence without a full stop. */
  readonly summary: string;
  /** Must not claim what may be otherwise: when in doubt it is silent. */
  check(model: Model): readonly Problem[] | Promise<readonly Problem[]>;
}

/** What a rule has found, and where. */
export interface Problem {
  readonly of: Manifest;
  readonly path: Path;
  readonly message: string;
  readonly fix?: string;
  /** The name of the webhook, where it is about one. */
  readonly webhook?: string;
  /** Default: that of the rule. */
  readonly severity?: Severity;
}

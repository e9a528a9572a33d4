import type { Json } from "../../json/value.ts";
import type { CauseCode } from "../explanation.ts";
import type { Path } from "../sources.ts";

/** The reason that one filter leaves a request out. Paths are below the configuration, policy or binding. */
export interface Failure {
  readonly code: CauseCode;
  readonly message: string;
  readonly path: Path;
  readonly saw: Json;
  /** The value to write, in words. */
  readonly fix: string;
  /** True if the configuration is certainly a mistake, not a choice. */
  readonly isMistake: boolean;
  /** Change that lets the request pass; undefined if the reader has to decide. */
  readonly edit?: Edit;
  /** Label that lets the request pass, on the namespace or on the object. */
  readonly label?: LabelEdit;
  /** Another change, for the case that the labels are right as they are. */
  readonly otherEdit?: Edit;
}

/** A change of a configuration, a policy or a binding. */
export interface Edit {
  readonly op: "add" | "replace" | "remove";
  readonly path: Path;
  readonly value?: Json;
  /** The change in words, if the path is not clear enough. */
  readonly says?: string;
}

/** A change of one label. */
export interface LabelEdit {
  readonly on: "namespace" | "object";
  readonly key: string;
  /** Null if the label is to be removed. */
  readonly value: string | null;
}

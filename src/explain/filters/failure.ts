import type { Json } from "../../api/json.ts";
import type { CauseCode } from "../explanation.ts";
import type { Path } from "../sources.ts";

/** Why one filter leaves a request out. Paths are below the configuration, policy or binding. */
export interface Failure {
  readonly code: CauseCode;
  readonly message: string;
  readonly path: Path;
  readonly saw: Json;
  /** What to write, in words. */
  readonly fix: string;
  /** Nobody would have meant it so. */
  readonly isMistake: boolean;
  /** What would let the request through; undefined: that is for the reader to say. */
  readonly edit?: Edit;
  /** Labels that would do, on the namespace or on the object. */
  readonly label?: LabelEdit;
  /** Another way, when the labels are right as they are. */
  readonly otherEdit?: Edit;
}

export interface Edit {
  readonly op: "add" | "replace" | "remove";
  readonly path: Path;
  readonly value?: Json;
  /** In words, where the path does not say enough. */
  readonly says?: string;
}

export interface LabelEdit {
  readonly on: "namespace" | "object";
  readonly key: string;
  /** Null: it is to go. */
  readonly value: string | null;
}

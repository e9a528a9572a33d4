import type { Path } from "../sources.ts";

/** A call or a refusal that a webhook or policy is probably not meant to have, with its place in it. */
export interface SideEffect {
  readonly message: string;
  readonly path: Path;
  readonly advice: string;
}

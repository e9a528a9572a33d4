import type { Conversion } from "./convert.ts";
import type { CustomVersion } from "./custom-version.ts";

/** All declared versions of a custom resource, and the conversion between them. */
export interface Versions extends Conversion {
  readonly hub: CustomVersion;
  readonly kind: string;
  readonly byName: ReadonlyMap<string, CustomVersion>;
}

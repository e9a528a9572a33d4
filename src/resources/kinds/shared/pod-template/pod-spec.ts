import type { ObjectMeta } from "../../../../api/meta.ts";
import type { Opt } from "../../../../types/opt.ts";

/** Labels, annotations, or other texts by name. */
export type StringMap = Readonly<Record<string, string>>;
/** Canonical quantities by resource name. */
export type ResourceList = Readonly<Record<string, string>>;

/** Metadata of a pod or a template that is checked. */
export type TemplateMeta = Partial<Pick<ObjectMeta, "name" | "labels" | "annotations">>;

/** A volume: a name, and exactly one source in the member of its kind. */
export interface Volume {
  readonly name?: Opt<string>;
  readonly [source: string]: unknown;
}

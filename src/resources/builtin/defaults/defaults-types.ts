import type { KubeObject } from "../../../api/meta.ts";

/** Fills in the defaults of one kind, in place. */
export type ApplyDefaults = (object: KubeObject) => void;

/** By kind. */
export type DefaultsTable = Readonly<Record<string, ApplyDefaults>>;

import type { KubeObject } from "../../../../api/meta.ts";
import { view } from "../../../define/strategy.ts";

/** `template` of a PodTemplate; empty if there is none. */
export const templateOf = (object: KubeObject): object => view<{ template?: object }>(object).template ?? {};

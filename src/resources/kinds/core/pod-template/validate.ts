import type { KubeObject } from "../../../../api/meta.ts";
import { view } from "../../../define/strategy.ts";

export const templateOf = (object: KubeObject): object => view<{ template?: object }>(object).template ?? {};

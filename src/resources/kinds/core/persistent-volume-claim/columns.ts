import type { KubeObject } from "../../../../api/meta.ts";
import { text } from "../../../define/cell.ts";

export const isBound = (object: KubeObject): boolean => text(object, "spec.volumeName") !== "";

import type { KubeObject } from "../../../../api/meta.ts";
import { text } from "../../../define/cell.ts";

/** True if the claim names its volume. */
export const isBound = (object: KubeObject): boolean => text(object, "spec.volumeName") !== "";

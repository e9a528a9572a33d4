import type { KubeObject } from "../../../../api/meta.ts";
import { count } from "../../../define/cell.ts";

/** Ready and wanted replicas: `2/3`. */
export const readyOf = (object: KubeObject): string =>
  `${count(object, "status.readyReplicas")}/${count(object, "spec.replicas")}`;

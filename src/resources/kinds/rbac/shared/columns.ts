import type { JsonObject } from "../../../../api/json.ts";
import type { KubeObject } from "../../../../api/meta.ts";
import { items } from "../../../define/cell.ts";

export const subjects = (object: KubeObject, kind: string, show: (subject: JsonObject) => string): string =>
  items(object, "subjects")
    .filter((subject) => subject.kind === kind)
    .map(show)
    .join(", ");

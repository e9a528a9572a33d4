import type { KubeObject } from "../../../../api/meta.ts";
import { getKey, setKey } from "../../../../json/object.ts";
import type { Secret } from "../../../../types/tables/core/v1-types.ts";
import { sizeOf } from "../../../define/cell.ts";
import { AGE, column, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, ensure, part, zero } from "../../../define/fill.ts";
import { fieldsAt } from "../../../define/selectable-fields.ts";
import { view } from "../../../define/strategy.ts";
import { comparesThenChecks } from "../../../define/update-order.ts";
import { emptyNulls } from "../shared/key-values.ts";
import { check, checkChange, warnings } from "./validate.ts";

/** Default of the type, Opaque (SetDefaults_Secret). */
const fillSecret: ApplyDefaults = (secret) => zero(secret, "type", "Opaque");

/** Moves stringData to data, because it is only for writes. It overrides data of the same key. */
function moveTexts(secret: KubeObject): void {
  const texts = part(secret, "stringData");
  if (texts === undefined) return;
  const data = ensure(secret, "data");
  for (const key of Object.keys(texts))
    setKey(data, key, Buffer.from(String(getKey(texts, key))).toString("base64"));
  delete secret.stringData;
}

export const secret = defineResource({
  group: "",
  kind: "Secret",
  scope: "Namespaced",
  versions: [{ version: "v1", defaults: fillSecret, roundTrip: moveTexts }],
  columns: [
    NAME,
    column`Type: ${textAt("type")} Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types`,
    column`Data: ${(object) => sizeOf(object, "data")} Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4`,
    AGE,
  ],
  selectableFields: fieldsAt("type"),
  strategy: {
    ...comparesThenChecks(checkChange, check),
    prepareForUpdate(object, old) {
      const type = view<Secret>(old).type ?? "";
      if ((view<Secret>(object).type ?? "") === "" && type !== "") object.type = type;
    },
    prepareForStorage: (object) =>
      emptyNulls(view<{ data?: Record<string, string | null> }>(object).data, object),
    warnings: warnings,
  },
});

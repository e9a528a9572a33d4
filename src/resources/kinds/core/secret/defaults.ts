import type { KubeObject } from "../../../../api/meta.ts";
import { getKey, setKey } from "../../../../json/object.ts";
import { type ApplyDefaults, ensure, part, zero } from "../../../define/fill.ts";

/** Default of the type, Opaque (SetDefaults_Secret). */
export const fillSecret: ApplyDefaults = (secret) => zero(secret, "type", "Opaque");

/** Moves stringData to data, because it is only for writes. It overrides data of the same key. */
export function moveTexts(secret: KubeObject): void {
  const texts = part(secret, "stringData");
  if (texts === undefined) return;
  const data = ensure(secret, "data");
  for (const key of Object.keys(texts)) {
    setKey(data, key, Buffer.from(String(getKey(texts, key))).toString("base64"));
  }
  delete secret.stringData;
}

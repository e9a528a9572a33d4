import { isDeepStrictEqual } from "node:util";
import { clone } from "../../../src/json/object.ts";
import { parseJson } from "../../../src/json/parse/parse.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/json/value.ts";
import { applyJsonPatch } from "../../../src/patch/apply.ts";
import { decodeJsonPatch } from "../../../src/patch/decode.ts";
import { diffJson } from "../../../src/patch/diff.ts";
import { applyMergePatch } from "../../../src/patch/merge-patch.ts";
import { patchOf } from "../../../src/patch/operation.ts";
import { decodeManagedFields } from "../../../src/resources/machine/apply/managers/decode-managed-fields.ts";
import { encodeManagedFields } from "../../../src/resources/machine/apply/managers/encode-managed-fields.ts";
import { applyStrategicPatch } from "../../../src/resources/machine/strategic-patch/apply-strategic-patch.ts";
import { builtinShape } from "../../../src/types/notation/shapes.ts";
import type { Border } from "../border.ts";
import { POD } from "./bodies.ts";

const JSON_PATCH = `[{"op":"add","path":"/metadata/labels/a~1b","value":"x"},{"op":"test","path":"/spec/containers/0/name","value":"c"},
{"op":"copy","from":"/spec","path":"/spec2"},{"op":"move","from":"/spec2/containers","path":"/x"},{"op":"remove","path":"/x/-1"},{"op":"replace","path":"","value":{}}]`;
const STRATEGIC = `{"metadata":{"labels":{"a":null}},"spec":{"$retainKeys":["containers"],"containers":[{"name":"c","env":[{"name":"X","$patch":"delete"}],
"ports":[{"containerPort":80}],"$setElementOrder/env":[{"name":"X"}]},{"$patch":"replace"}],"$setElementOrder/containers":[{"name":"c"}]}}`;
const FIELDS = `[{"manager":"m","operation":"Apply","apiVersion":"v1","time":"2026-01-02T03:04:05Z","fieldsType":"FieldsV1",
"fieldsV1":{"f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":{".":{},"f:image":{}}},"f:x":{"v:1":{},"i:0":{}}}}}]`;

/** Patches of clients and webhooks. */
export const CHANGES: readonly Border[] = [
  {
    name: "json-patch",
    corpus: [JSON_PATCH],
    run(input) {
      const before = clone(POD);
      const after = applyJsonPatch(before, decodeJsonPatch(input), { copyLimit: 3 * 1024 * 1024 });
      if (!isDeepStrictEqual(before, POD)) return "a patch changed the object that it was applied to";
      const back = applyJsonPatch(before, patchOf(diffJson(before, after)));
      return isDeepStrictEqual(back, after) ? undefined : "the computed patch makes something else";
    },
  },
  {
    name: "merge-patch",
    corpus: ['{"metadata":{"labels":{"a":null,"b":{"c":1}}},"spec":null}'],
    run(input) {
      const patch = parseJson(input);
      const once = applyMergePatch(clone(POD), clone(patch));
      const twice = applyMergePatch(clone(once), clone(patch));
      return isDeepStrictEqual(once, twice) ? undefined : "applied twice it makes something else";
    },
  },
  {
    name: "strategic-patch",
    corpus: [STRATEGIC],
    run(input) {
      const patch = parseJson(input);
      if (isJsonObject(patch)) applyStrategicPatch(clone(POD), patch, builtinShape("core/v1.Pod"));
      return polluted();
    },
  },
  {
    name: "managed-fields",
    corpus: [FIELDS],
    run(input) {
      const entries = parseJson(input);
      if (!isEntries(entries)) return undefined;
      encodeManagedFields(decodeManagedFields(entries as never));
      return polluted();
    },
  },
];

const isEntries = (value: Json): value is JsonObject[] =>
  Array.isArray(value) && value.every((entry) => isJsonObject(entry) && isJsonObject(entry.fieldsV1 ?? null));

/** Checks that no input has changed the prototype of all objects. */
const polluted = (): string | undefined =>
  Object.keys(Object.prototype).length === 0 ? undefined : "the prototype of all objects was changed";

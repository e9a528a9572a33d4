import { expect, test } from "vitest";
import { builtinResources } from "../../../resources/kinds/index.ts";
import type { IncludeObject } from "../../respond/table.ts";
import type { Target } from "../target.ts";
import { bookmark } from "./bookmark.ts";
import { eventEncoder } from "./encode-event.ts";

const resources = builtinResources({ v1beta1Registration: false });

function targetOf(plural: string): Target {
  const resource = resources.find((one) => one.plural === plural) ?? expect.unreachable();
  return { resource, kind: resource.hub } as Target;
}

test("shows what the reference's empty object of a kind always has", () => {
  expect(bookmark(targetOf("deployments"), 7, false).document.value).toMatchObject({
    metadata: { resourceVersion: "7" },
    spec: { replicas: 0 },
  });
  const { value } = bookmark(targetOf("daemonsets"), 7, true).document;
  expect(value).toMatchObject({
    metadata: {
      annotations: { "deprecated.daemonset.template.generation": "0", "k8s.io/initial-events-end": "true" },
    },
  });
});

test.each<[IncludeObject, string]>([
  ["None", "PartialObjectMetadata"],
  ["Metadata", "PartialObjectMetadata"],
  ["Object", "Deployment"],
])("includeObject=%s: the row of the end of the initial events has a %s", (include, kind) => {
  const target = targetOf("deployments");
  const transform = { group: "meta.k8s.io", kind: "Table", version: "v1" };
  const encode = eventEncoder(target, { encoding: "json", pretty: false, transform }, include, () => 0);
  const { object } = JSON.parse(String(encode(bookmark(target, 7, true))));
  expect(object.rows[0].object).toMatchObject({ kind, metadata: { resourceVersion: "7" } });
});

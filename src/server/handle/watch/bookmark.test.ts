import { expect, test } from "vitest";
import { builtinResources } from "../../../resources/kinds/index.ts";
import type { Target } from "../target.ts";
import { bookmark } from "./bookmark.ts";

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

import { expect, test } from "vitest";
import { resourceOfKeys } from "./resource-of-key.ts";

const resourceOf = resourceOfKeys();

test.each([
  ["/registry/secrets/default/a", "secrets", ""],
  ["/registry/minions/n", "nodes", ""],
  ["/registry/services/specs/default/a", "services", ""],
  ["/registry/services/endpoints/default/a", "endpoints", ""],
  ["/registry/deployments/default/a", "deployments", "apps"],
  ["/registry/events/default/a", "events", ""],
  ["/registry/apiregistration.k8s.io/apiservices/v1.", "apiservices", "apiregistration.k8s.io"],
  ["/registry/example.com/widgets/default/a", "widgets", "example.com"],
])("%s", (key, resource, group) => {
  expect(resourceOf(key)).toEqual({ group, resource });
});

test("what servers keep for themselves is no resource", () => {
  for (const key of [
    "ranges/servicenodeports",
    "masterleases/1.2.3.4",
    "peerserverleases/a",
    "sallyport/newest",
  ])
    expect(resourceOf(`/registry/${key}`)).toBeUndefined();
});

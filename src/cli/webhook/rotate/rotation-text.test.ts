import { expect, test } from "vitest";
import { rotationText } from "./rotation-text.ts";
import type { Target } from "./targets.ts";

const target = (kind: Target["kind"], webhook: string): Target => ({
  of: `${kind}/hooks`,
  webhook,
  kind,
  path: "/",
  ignores: kind === "validating",
  injector: "",
});

test("webhooks of both phases that have one name are told apart", () => {
  const targets = [
    target("mutating", "a.example.com"),
    target("validating", "a.example.com"),
    target("validating", "b.example.com"),
    target("conversion", ""),
  ];
  const service = { namespace: "shop", name: "hooks", port: 443 };
  const [first] = rotationText({ service, targets, replicas: 1, secrets: [] }, []).split("\n");
  expect(first).toBe(
    "Service shop/hooks: a.example.com (mutating), a.example.com (validating) (Ignore), b.example.com (Ignore), conversion of conversion/hooks",
  );
});

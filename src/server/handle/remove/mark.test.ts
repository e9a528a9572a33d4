import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../api/meta.ts";
import { strategy } from "../../../resources/define/strategy.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { finalizersFor, markForDeletion } from "./mark.ts";

const options = (own: Partial<DeleteOptions> = {}): DeleteOptions => ({
  dryRun: false,
  isUnsafe: false,
  given: {},
  gracePeriodSeconds: undefined,
  orphanDependents: undefined,
  propagationPolicy: undefined,
  resourceVersion: undefined,
  uid: undefined,
  ...own,
});
const object = (...finalizers: string[]): KubeObject => ({ metadata: { name: "a", finalizers } });

describe("finalizersFor", () => {
  test("leaves what an object owns where its kind does so by default", () => {
    expect(finalizersFor({ garbageCollected: true, orphansByDefault: true }, [], options())).toEqual([
      "orphan",
    ]);
    expect(finalizersFor({ garbageCollected: true }, [], options())).toEqual([]);
  });

  test("lets a policy and what was said before win over the default", () => {
    const job = { garbageCollected: true, orphansByDefault: true };
    expect(finalizersFor(job, [], options({ propagationPolicy: "Background" }))).toEqual([]);
    expect(finalizersFor(job, ["foregroundDeletion"], options())).toEqual(["foregroundDeletion"]);
  });

  test("keeps the order of what does not change", () => {
    const held = ["orphan", "a"];
    expect(finalizersFor({ garbageCollected: true }, held, options())).toEqual(held);
    expect(
      finalizersFor({ garbageCollected: true }, held, options({ propagationPolicy: "Foreground" })),
    ).toEqual(["a", "foregroundDeletion"]);
  });
});

describe("markForDeletion", () => {
  test("writes nothing when the last finalizers go with the delete", () => {
    const marking = markForDeletion(
      strategy({}),
      object("orphan"),
      options({ propagationPolicy: "Background" }),
      0,
    );
    expect(marking).toMatchObject({ kind: "mark", afterwards: "removeUnwritten" });
  });

  test("removes at once what nothing holds", () => {
    expect(markForDeletion(strategy({}), { metadata: { name: "a" } }, options(), 0)).toMatchObject({
      kind: "remove",
    });
  });
});

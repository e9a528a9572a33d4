import { expect, it } from "vitest";
import type { Loaded } from "./load-manifests.ts";
import { ManifestSource } from "./manifest-source.ts";

async function sourceOf(...answers: (Loaded<string> | Error)[]) {
  const told: string[] = [];
  const source = await ManifestSource.open(
    async () => {
      const next = answers.shift();
      if (next === undefined || next instanceof Error) throw next;
      return next;
    },
    ({ status }) => void told.push(status),
  );
  return { source, told };
}

it("ManifestSource keeps what it has when a change cannot be loaded, and takes the next one", async () => {
  const { source, told } = await sourceOf({ manifests: "a", hash: "1" }, new Error("broken"), {
    manifests: "b",
    hash: "2",
  });
  expect(await source.reload()).toBe(false);
  expect(source.current).toBe("a");
  expect(await source.reload()).toBe(true);
  expect(source.current).toBe("b");
  expect(told).toEqual(["success", "failure", "success"]);
});

it("ManifestSource reports nothing if the contents of the files are the same", async () => {
  const { source, told } = await sourceOf({ manifests: "a", hash: "1" }, { manifests: "a", hash: "1" });
  expect(await source.reload()).toBe(false);
  expect(told).toEqual(["success"]);
});

it("ManifestSource does not open when the first load fails", async () => {
  await expect(sourceOf(new Error("broken"))).rejects.toThrow("broken");
});

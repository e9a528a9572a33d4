import { describe, expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { lintText } from "../lint-text.ts";
import { type PlantedCase, readPlantedCases } from "./cases.ts";

/** Hints that a careful reader calls right, though the manifests are sound: what else could be checked. */
const SUGGESTIONS: ReadonlySet<string> = new Set(["update-gap", "containers-gap", "scale-gap", "only-warns"]);

describe("planted defects", () => {
  test.each(readPlantedCases("planted"))("$file: $name", async (planted) => {
    const { findings } = await lintText(planted.manifests);
    const said = findings.filter((one) => isAbout(one, planted));
    expect(
      said.map(({ message, fix }) => `${message} ${fix}`),
      planted.defect,
    ).toContainEqual(expect.stringMatching(new RegExp(planted.says, "i")));
  });
});

describe("sound manifests", () => {
  test.each(readPlantedCases("sound"))("$file: $name", async ({ manifests }) => {
    const { findings } = await lintText(manifests);
    expect(findings.filter(({ rule }) => !SUGGESTIONS.has(rule))).toEqual([]);
  });
});

/** True if a finding is at the labelled place, or at a part of it, or at what has it as a part. */
const isAbout = ({ object, path }: Finding, { at }: PlantedCase): boolean =>
  at.split(" or ").some((place) => {
    const [of, field = ""] = place.split(" ");
    const pointer = pointerOf(field);
    return of === `${object.kind}/${object.name}` && (path.startsWith(pointer) || pointer.startsWith(path));
  });

/** `a[0].b[c/d.e]` as the JSON pointer `/a/0/b/c~1d.e`. */
const pointerOf = (field: string): string =>
  [...field.matchAll(/([^.[\]]+)|\[([^\]]+)\]/g)]
    .map(([, name, key]) => `/${(name ?? key ?? "").replaceAll("/", "~1")}`)
    .join("");

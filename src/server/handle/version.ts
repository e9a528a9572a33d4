import type { House } from "../house.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "./plain.ts";

const GO_NAMES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** `/version`, in the reference's form: all texts. JSON only. */
export function version({ version: { major, minor, gitVersion } }: House): Answer {
  return rawJson({
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: "",
    platform: `${process.platform}/${GO_NAMES[process.arch] ?? process.arch}`,
  });
}

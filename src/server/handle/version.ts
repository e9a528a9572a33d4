import type { Features } from "../../resources/features/features.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "../respond/plain.ts";

/** `/version`: all texts. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
}

export interface VersionSource {
  readonly version: VersionInfo;
  readonly features: Features;
}

const GO_NAMES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** `/version`, in the reference's form: all texts. JSON only. */
export function version({
  version: { major, minor, gitVersion },
  features: { minor: emulated },
}: VersionSource): Answer {
  return rawJson({
    major,
    minor,
    emulationMajor: major,
    emulationMinor: String(emulated),
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(emulated - 1),
    gitVersion,
    gitCommit: "",
    gitTreeState: "",
    buildDate: "",
    goVersion: "",
    compiler: "",
    platform: `${process.platform}/${GO_NAMES[process.arch] ?? process.arch}`,
  });
}

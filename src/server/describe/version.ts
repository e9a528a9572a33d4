import { Exposition } from "../../metrics/exposition.ts";
import type { Features } from "../../resources/features/features.ts";
import type { Answer } from "../respond/answer.ts";
import { rawJson } from "../respond/plain.ts";

/** Version for `/version`: all texts. */
export interface VersionInfo {
  readonly major: string;
  readonly minor: string;
  readonly gitVersion: string;
}

/** Source of `/version`. */
export interface VersionSource {
  readonly version: VersionInfo;
  readonly features: Features;
}

const GO_NAMES: Readonly<Record<string, string>> = { x64: "amd64", ia32: "386" };

/** Answers `/version` in the reference's form: all texts. JSON only. */
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
    platform: platform(),
  });
}

const platform = (): string => `${process.platform}/${GO_NAMES[process.arch] ?? process.arch}`;

/** Returns the version as a metric for `/metrics` (component-base/metrics/version.go). */
export function buildInfo({
  version: { major, minor, gitVersion },
}: Pick<VersionSource, "version">): Exposition {
  const none = { build_date: "", compiler: "", git_commit: "", git_tree_state: "" };
  const labels = { ...none, git_version: gitVersion, go_version: "", major, minor, platform: platform() };
  const exposition = new Exposition();
  exposition.add({
    name: "kubernetes_build_info",
    help: "The version of Kubernetes whose API this is.",
    type: "gauge",
    samples: () => [{ labels, value: 1 }],
  });
  return exposition;
}

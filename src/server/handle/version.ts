import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";
import { assertGet, assertTakes } from "./accepts.ts";

/** `/version`, in the reference's form: all texts. JSON only. */
export function version(house: House, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/version" && context.info.path !== "/version/") return undefined;
  assertGet(context);
  assertTakes(context, "application/json");
  const { major, minor, gitVersion } = house.version;
  const value = {
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
    platform: `${process.platform}/${process.arch}`,
  };
  return { kind: "value", status: 200, value };
}

import type { House } from "../house.ts";
import type { RequestContext } from "../request-context.ts";
import type { Answer } from "../respond/answer.ts";

/** `/version`, in the reference's form: all texts. */
export function version(house: House, context: RequestContext): Answer | undefined {
  if (context.info.path !== "/version" && context.info.path !== "/version/") return undefined;
  const { major, minor, gitVersion } = house.version;
  const value = {
    major,
    minor,
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

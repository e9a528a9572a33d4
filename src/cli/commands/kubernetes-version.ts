import { InvalidArgumentError } from "commander";
import { messageOf } from "../../report/describe-error.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";
import { type Options, parsed } from "../options.ts";

/** The flag for the version of Kubernetes that decides. */
export const KUBERNETES_VERSION: Options = {
  "--kubernetes-version <version>": parsed(
    "version of Kubernetes that decides: 1.34, 1.35, 1.36 or 1.37 (default: 1.37)",
    known,
  ),
};

/** The flag for the versions in which suites run. */
export const KUBERNETES_VERSIONS: Options = {
  "--kubernetes-version <versions>": parsed(
    "run each suite in these versions of Kubernetes, separated by commas, not in those that it names",
    (text) => text.split(",").map(known),
  ),
};

function known(text: string): string {
  try {
    featuresOfVersion(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError(`${messageOf(error)}.`);
  }
}

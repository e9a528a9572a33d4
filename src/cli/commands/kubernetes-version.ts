import { InvalidArgumentError, Option } from "commander";
import { messageOf } from "../../report/describe-error.ts";
import { featuresOfVersion } from "../../resources/features/parse-features.ts";

/** Returns the flag for the version of Kubernetes that decides. */
export const kubernetesVersion = (): Option =>
  new Option(
    "--kubernetes-version <version>",
    "version of Kubernetes that decides: 1.34, 1.35, 1.36 or 1.37 (default: 1.37)",
  ).argParser(known);

/** Returns the flag for the versions in which suites run. */
export const kubernetesVersions = (): Option =>
  new Option(
    "--kubernetes-version <versions>",
    "run each suite in these versions of Kubernetes, separated by commas, not in those that it names",
  ).argParser((text) => text.split(",").map(known));

function known(text: string): string {
  try {
    featuresOfVersion(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError(`${messageOf(error)}.`);
  }
}

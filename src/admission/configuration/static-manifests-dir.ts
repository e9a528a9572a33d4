import { isAbsolute } from "node:path";
import { type FieldError, forbiddenField, invalid } from "../../api/validation/field-error.ts";
import { messageOf } from "../../report/describe-error.ts";
import type { ConfigurationFiles } from "./files.ts";

/** Options for the settings of a plugin that can name a folder of manifests. */
export interface ManifestsOptions {
  readonly files: ConfigurationFiles;
  /** True if the feature gate ManifestBasedAdmissionControlConfig is enabled; default false. */
  readonly manifests?: boolean;
}

const FIELD = "staticManifestsDir";

/**
 * Returns the error in the path of the folder (apiserver/pkg/admission/plugin/manifest/validation.go,
 * ValidateStaticManifestsDir).
 */
export function manifestsProblem(
  path: string,
  { files, manifests = false }: ManifestsOptions,
): FieldError | undefined {
  if (path === "") return undefined;
  if (!manifests) {
    return forbiddenField(
      FIELD,
      "staticManifestsDir requires the ManifestBasedAdmissionControlConfig feature gate to be enabled",
    );
  }
  if (!isAbsolute(path)) return invalid(FIELD, path, "must be an absolute file path");
  try {
    return files.isDirectory(path) ? undefined : invalid(FIELD, path, "must be a directory");
  } catch (error) {
    return invalid(FIELD, path, `unable to read: ${messageOf(error)}`);
  }
}

import { compareVersions } from "../registry.ts";
import type { DefinitionSpec, DefinitionVersion } from "./definition-types.ts";

/**
 * Returns the warning for requests to a deprecated version: the text in the definition, or a text with the
 * version to use instead. Undefined if the version is not deprecated.
 */
export function deprecationWarning(
  { group, names, versions }: DefinitionSpec,
  version: DefinitionVersion,
): string | undefined {
  if (version.deprecated !== true) return undefined;
  if (version.deprecationWarning !== undefined) return version.deprecationWarning;
  const newer = (versions ?? [])
    .filter((v) => v.served && v.deprecated !== true && compareVersions(v.name, version.name) > 0)
    .sort((a, b) => compareVersions(b.name, a.name))[0];
  const text = `${group}/${version.name} ${names.kind} is deprecated`;
  return newer === undefined ? text : `${text}; use ${group}/${newer.name} ${names.kind}`;
}

import { compareVersions } from "../registry.ts";
import type { DefinitionSpec, DefinitionVersion } from "./definition-types.ts";

/** The Warning on every use of a deprecated version: the author's text, or one that names the version to use instead. */
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

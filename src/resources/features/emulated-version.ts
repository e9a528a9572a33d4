/** Minor version of Kubernetes whose API this server has. */
export const BINARY_MINOR = 37;

/** The oldest minor version that can be emulated. */
export const OLDEST_MINOR = 34;

interface Version {
  readonly major: number;
  readonly minor: number;
  /** `1.35`, or `1.35.0` if the setting has a patch version. */
  readonly text: string;
}

/**
 * Parses the values of `--emulated-version`, such as `1.35` or `kube=1.35`. Throws an Error with the texts of
 * the reference (component-base/compatibility/registry.go, toVersionMap).
 */
export function parseEmulatedVersion(settings: readonly string[]): Version | undefined {
  const versions = new Map<string, Version>();
  for (const setting of settings) {
    const [component, text] = componentOf(setting);
    const version = parseVersion(component, text);
    const earlier = versions.get(component);
    if (earlier !== undefined)
      throw new Error(
        `duplicate version flag, ${component}=${earlier.text} and ${component}=${version.text}`,
      );
    versions.set(component, version);
  }
  for (const component of versions.keys())
    if (component !== "kube") throw new Error(`component not registered: ${component}`);
  return versions.get("kube");
}

/** Throws an Error for a version that cannot be emulated. */
export function checkEmulatedVersion({ major, minor }: Version): void {
  if (major !== 1 || minor > BINARY_MINOR || minor < OLDEST_MINOR)
    throw new Error(`Kubernetes ${major}.${minor} is not supported; there are 1.34, 1.35, 1.36 and 1.37`);
}

function componentOf(setting: string): [string, string] {
  const at = setting.indexOf("=");
  return at < 0 ? ["kube", setting] : [setting.slice(0, at).trim(), setting.slice(at + 1).trim()];
}

/** Returns the numbers of a version. Text after the last number is ignored. */
function numbersOf(text: string): string[] {
  const parts = /^[\d.]+/.exec(text.trimStart().replace(/^v/, ""))?.[0].split(".") ?? [];
  const end = parts.indexOf("");
  return end < 0 ? parts : parts.slice(0, end);
}

/**
 * Parses a version, like ParseGeneric in apimachinery/pkg/util/version/version.go; a patch version other than
 * 0 is refused.
 */
function parseVersion(component: string, text: string): Version {
  const numbers = numbersOf(text);
  if (numbers.length === 0) throw new Error(`could not parse ${JSON.stringify(text)} as version`);
  const [major = "", minor, patch = "0"] = numbers;
  if (minor === undefined) throw new Error(`illegal version string ${JSON.stringify(text)}`);
  if (/^0./.test(major))
    throw new Error(`illegal zero-prefixed version component "${major}" in ${JSON.stringify(text)}`);
  const shown = numbers.map(Number).join(".");
  if (numbers.length === 3 && Number(patch) !== 0)
    throw new Error(`patch version not allowed, got: ${component}=${shown}`);
  return { major: Number(major), minor: Number(minor), text: shown };
}

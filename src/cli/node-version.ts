/** The oldest version of Node: `engines` of package.json. */
const OLDEST = [20, 19] as const;

/** Returns why a version of Node, such as "18.20.8", is too old for this program; undefined: it is not. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isTooOld = major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
  return isTooOld ? `Sallyport needs Node ${OLDEST.join(".")} or newer; this is ${version}` : undefined;
}

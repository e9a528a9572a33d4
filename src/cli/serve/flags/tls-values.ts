import { createSecureContext, type SecureVersion } from "node:tls";
import { quote } from "../../../go/quote.ts";

export const TLS_VERSIONS: Readonly<Record<string, SecureVersion>> = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
};

/** Key exchanges by their numbers (Go's crypto/tls, CurveID), as OpenSSL names them. */
const CURVES: ReadonlyMap<number, string> = new Map([
  [23, "P-256"],
  [24, "P-384"],
  [25, "P-521"],
  [29, "X25519"],
  [4587, "SecP256r1MLKEM768"],
  [4588, "X25519MLKEM768"],
  [4589, "SecP384r1MLKEM1024"],
]);
const MOST_CURVES = 65_535;

/** Throws in the words of the reference (component-base/cli/flag), as `curvesOf` does. */
export function minVersionOf(name: string): SecureVersion {
  if (name === "") return "TLSv1.2";
  const version = Object.hasOwn(TLS_VERSIONS, name) ? TLS_VERSIONS[name] : undefined;
  if (version === undefined) throw new Error(`unknown tls version ${quote(name)}`);
  return version;
}

/** Undefined: all curves. */
export function curvesOf(texts: readonly string[]): string | undefined {
  if (texts.length === 0) return undefined;
  const ids = texts.map(Number);
  ids.forEach((id, at) => {
    if (!(Number.isInteger(id) && id > 0 && id <= MOST_CURVES))
      throw new Error(`curve preference ${texts[at]} is out of range (must be 1-${MOST_CURVES})`);
    if (ids.indexOf(id) < at) throw new Error(`duplicate curve preference ${id}`);
    if (!CURVES.has(id)) throw new Error(`curve preference ${id} is not supported by the current Go version`);
  });
  const there = ids.map((id) => CURVES.get(id) ?? "").filter(isThere);
  if (there.length === 0)
    throw new Error(`--tls-curve-preferences: this Node.js has none of ${texts.join(",")}`);
  return there.join(":");
}

/** Newer versions of OpenSSL have more of them. */
function isThere(ecdhCurve: string): boolean {
  try {
    createSecureContext({ ecdhCurve });
    return true;
  } catch {
    return false;
  }
}

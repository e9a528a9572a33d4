// Whether the file of a package is the one that package-lock.json names.
import { createHash } from "node:crypto";

/** The complaint about the bytes of a package; undefined: they have the digest of the lock file. `integrity`: as the lock file has it. */
export function integrityComplaint(name, bytes, integrity) {
  if (!/^sha512-[\w+/]+=*$/.test(integrity ?? ""))
    return `package-lock.json has no sha512 integrity of ${name}: add it, then run this again`;
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found === integrity) return undefined;
  return `the registry's file of ${name} has the integrity ${found}, and not that of package-lock.json, ${integrity}: nothing of it was unpacked`;
}

/** The version of a package in the lock file, and its integrity. Throws an Error for a package that is not in it. */
export function lockedPackage(lock, name) {
  const entry = lock.packages[`node_modules/${name}`];
  if (entry === undefined) throw new Error(`package-lock.json has no package ${name}`);
  return { version: entry.version, integrity: entry.integrity };
}

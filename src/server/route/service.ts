import type { RegisteredGroup, Registry } from "../../resources/registry.ts";
import { splitPath } from "../accept/request-info.ts";

/**
 * The service that a path belongs to, before the rest of the path is checked (the reference's director and
 * go-restful's services).
 */
export type Service =
  /** `/api`. */
  | { readonly kind: "core" }
  /** `/apis/{group}`; `open`: all methods are allowed. */
  | { readonly kind: "group"; readonly group: RegisteredGroup; readonly open: boolean }
  | {
      readonly kind: "version";
      readonly group: string;
      readonly version: string;
      readonly segments: readonly string[];
    }
  /** `/version` and other pages that are services of their own. */
  | { readonly kind: "page"; readonly path: string }
  /** A service has the path, but there is nothing at it. */
  | { readonly kind: "nothing" };

/** Group documents that the aggregator leaves to other handlers. */
const OWN_GROUP = "apiregistration.k8s.io";
const PAGES = ["/version", "/openid/v1/jwks", "/.well-known/openid-configuration"];

/** Returns the service of a path, or undefined if built-in kinds have none for it. */
export function serviceOf(registry: Registry, path: string): Service | undefined {
  if (isAtOrBelow(path, "/api")) return coreService(registry, splitPath(path).slice(1));
  if (path.startsWith("/apis/")) return groupService(registry, path);
  const page = PAGES.find((root) => isAtOrBelow(path, root));
  if (page === undefined) return undefined;
  return trimmed(path) === page ? { kind: "page", path: page } : { kind: "nothing" };
}

const isAtOrBelow = (path: string, root: string): boolean =>
  path.startsWith(root) && (path.length === root.length || path[root.length] === "/");

const trimmed = (path: string): string => `/${splitPath(path).join("/")}`;

function coreService(registry: Registry, [version, ...segments]: readonly string[]): Service {
  if (version === undefined) return { kind: "core" };
  const core = registry.group("");
  return core !== undefined && hasBuiltin(core, version)
    ? { kind: "version", group: "", version, segments }
    : { kind: "nothing" };
}

function groupService(registry: Registry, path: string): Service | undefined {
  const [, name = "", version, ...segments] = splitPath(path);
  const group = name === "" ? undefined : registry.group(name);
  if (group === undefined || !group.versions.some((each) => hasBuiltin(group, each.version)))
    return undefined;
  if (version !== undefined)
    return hasBuiltin(group, version)
      ? { kind: "version", group: name, version, segments }
      : { kind: "nothing" };
  const open = name !== OWN_GROUP && (path === `/apis/${name}` || path === `/apis/${name}/`);
  return { kind: "group", group, open };
}

const hasBuiltin = (group: RegisteredGroup, version: string): boolean =>
  group.versions.some(
    (each) => each.version === version && each.resources.some(({ resource }) => !resource.custom),
  );

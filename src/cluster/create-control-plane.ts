import { createBuiltinPlugins } from "../admission/hooks/builtin/builtin-plugins.ts";
import { createCluster } from "./cluster.ts";
import type { ControlPlane, ControlPlaneOptions } from "./control-plane.ts";

/**
 * Creates a control plane over a storage, with the plugins of `sallyport serve`. It opens no port: `serve`
 * does. For tests, `sallyport/testing` has a function of the same name that needs no storage.
 *
 * @example
 * ```ts
 * import { createCluster, createMemoryStorage, memoryRequest } from "sallyport";
 *
 * const cluster = await createCluster({ storage: createMemoryStorage() });
 * const headers = { authorization: `Bearer ${cluster.token}` };
 * const { status } = await cluster.handle(memoryRequest({ url: "/api/v1/pods", headers }));
 * status; // 200
 * await cluster.stop();
 * ```
 */
export async function createControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { handle, token, observe, pathOf, stop } = await createCluster({
    plugins: createBuiltinPlugins(),
    ...options,
  });
  return { handle, token, observe, pathOf, stop };
}

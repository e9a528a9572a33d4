import type { Controller } from "../../base/controller.ts";
import { ServedVersions, servedVersions } from "./served-versions.ts";
import { isManaged, syncApiService } from "./sync-api-service.ts";

/**
 * Keeps an APIService for every served version of custom resources
 * (pkg/controlplane/controller/crdregistration/crdregistration_controller.go, and checkAPIService of kube-aggregator's
 * autoregister_controller.go).
 */
export const definitionRegistration: Controller = {
  name: "crd-autoregister",
  always: true,
  kinds: ["apiextensions.k8s.io/v1/CustomResourceDefinition", "apiregistration.k8s.io/v1/APIService"],
  start({ api, queue }) {
    const served = new ServedVersions();
    const names = queue((name) => syncApiService(api, name, served.get(name)));
    return ({ kind, name, object, deleted }) => {
      if (kind !== "apiregistration.k8s.io/v1/APIService")
        for (const changed of served.set(name, deleted ? [] : servedVersions(object))) names.add(changed);
      else if (served.get(name) !== undefined || isManaged(object)) names.add(name);
    };
  },
};

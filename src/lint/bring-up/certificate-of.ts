import type { Manifest } from "../../explain/offline/manifests.ts";
import { record } from "../../json/value.ts";
import type { Model } from "../model/model.ts";
import { groupOf, namespaceOf } from "../model/names.ts";

/**
 * Returns the Certificate of cert-manager that creates a Secret; undefined if it is not among the manifests.
 */
export const certificateOf = (secret: string, namespace: string, model: Model): Manifest | undefined =>
  model
    .of("Certificate")
    .find(
      (one) =>
        groupOf(one) === "cert-manager.io" &&
        [namespace, ""].includes(namespaceOf(one)) &&
        record(one.object.spec).secretName === secret,
    );

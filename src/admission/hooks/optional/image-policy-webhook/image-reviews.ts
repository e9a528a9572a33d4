import type { JsonObject } from "../../../../json/value.ts";
import type { ImagePolicySettings } from "./read-settings.ts";

/** A service that decides about images. */
export interface ImageReviews {
  /**
   * Returns the status of an ImageReview (`imagepolicy.k8s.io/v1alpha1`) with this spec, which can be that of
   * an earlier review. Rejects with kube-apiserver's text if the service cannot be called.
   */
  review(spec: JsonObject): Promise<JsonObject>;
}

/** Opens the service. Throws with kube-apiserver's text if the kubeconfig cannot be used. */
export type OpenImageReviews = (settings: ImagePolicySettings) => ImageReviews;

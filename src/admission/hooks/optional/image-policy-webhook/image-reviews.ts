import type { JsonObject } from "../../../../api/json.ts";
import type { ImagePolicySettings } from "./read-settings.ts";

/** A service that decides about images. */
export interface ImageReviews {
  /**
   * The status of an ImageReview (`imagepolicy.k8s.io/v1alpha1`) with this spec, which may be an earlier one. Rejects with
   * the reference's text where the service cannot be asked.
   */
  review(spec: JsonObject): Promise<JsonObject>;
}

/** Throws with the reference's text when the kubeconfig cannot be used. */
export type OpenImageReviews = (settings: ImagePolicySettings) => ImageReviews;

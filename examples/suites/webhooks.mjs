import { deny } from "sallyport/webhook";

/** Pods and deployments belong to team a, unless they say otherwise. */
export function team(object) {
  object.metadata.labels = { team: "a", ...object.metadata.labels };
}

/** Pods have owners, and are not deleted when they are to be kept. */
export function owner(object, { oldObject }) {
  if (object === null)
    return oldObject.metadata.labels?.keep === "yes" ? deny("the label `keep` protects it") : true;
  return object.metadata.labels?.owner === undefined ? deny("every pod needs an owner") : true;
}

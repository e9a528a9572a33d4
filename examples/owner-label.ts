import { allow, deny, validating } from "sallyport/webhook";

/** Refuses pods without the label `owner`. */
export const ownerLabel = validating("/owner-label", (pod) => {
  const owner = pod?.metadata.labels?.owner;
  return owner ? allow() : deny("every pod needs a label `owner` that says whom to ask about it");
});

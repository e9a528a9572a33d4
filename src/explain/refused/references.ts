/** Objects that a pod names and that do not exist: the text, the kind, and the field of the pod. */
export const REFERENCES: readonly (readonly [RegExp, string, string])[] = [
  [/serviceaccount "([^"]{1,253})" not found/, "ServiceAccount", "serviceAccountName"],
  [/no PriorityClass with name (\S{1,253}) was found/, "PriorityClass", "priorityClassName"],
  [/RuntimeClass "([^"]{1,253})" not found/, "RuntimeClass", "runtimeClassName"],
  [/match these scopes: \[\{PriorityClass In \[([\w. -]{1,253})\]/, "", "priorityClassName"],
];

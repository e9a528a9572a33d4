/** Label that identifies the Lease of one server among several, and the names of its annotations. */
export const SERVER_LEASE = {
  label: "apiserver.kubernetes.io/identity",
  identity: "sallyport",
  /** Annotation with a revision: every configuration change up to it is in effect on the server of the Lease. */
  inEffect: "sallyport.dev/in-effect-revision",
  /** Annotation with the address under which clients in the cluster reach the server: `10.0.0.5:6443`. */
  address: "sallyport.dev/address",
} as const;

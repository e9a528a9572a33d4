/** How the Lease of a server among several is told from others, and what its annotations say. */
export const SERVER_LEASE = {
  label: "apiserver.kubernetes.io/identity",
  identity: "sallyport",
  /** Every change of a configuration up to this revision is in effect on the server whose Lease it is. */
  inEffect: "sallyport.dev/in-effect-revision",
  /** Where clients inside a cluster reach it: `10.0.0.5:6443`. */
  address: "sallyport.dev/address",
} as const;

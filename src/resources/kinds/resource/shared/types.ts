/** Conditions that have to hold before, or that end, the binding of a pod. */
export interface Bindings {
  readonly bindingConditions?: readonly string[] | undefined;
  readonly bindingFailureConditions?: readonly string[] | undefined;
}

/** Which device, of which pool of which driver; a share of it, where several use it. */
export interface DeviceIdentity {
  readonly driver?: string | undefined;
  readonly pool?: string | undefined;
  readonly device?: string | undefined;
  readonly shareID?: string | undefined;
}

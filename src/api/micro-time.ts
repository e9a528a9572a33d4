/** metav1.MicroTime of milliseconds since the epoch: `2026-07-01T12:00:00.000000Z`. */
export const microTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace("Z", "000Z");

/** Milliseconds as metav1.Time prints them: `2026-01-02T03:04:05Z`. */
export const formatTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");

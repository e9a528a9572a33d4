/** SIGTERM or SIGINT; a second one ends at once. */
export function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    const asked = (): void => {
      process.once("SIGINT", () => process.exit(130));
      resolve();
    };
    process.once("SIGTERM", asked);
    process.once("SIGINT", asked);
  });
}

/** Carries out the orders of the parent process one by one, and sends it what `run` resolves with, or the error. */
export function obey(run) {
  process.on("message", async (order) => {
    try {
      process.send(await run(order));
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) });
    }
  });
}

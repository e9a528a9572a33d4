// A separate process that computes and sends no requests to the server. `share`: part of each slice of time; 1 for a
// whole processor.
const SLICE_MS = 5;

// A measurement that is killed must not leave it behind.
process.on("disconnect", () => process.exit());

process.on("message", ({ share }) => {
  setInterval(() => compute(share * SLICE_MS), SLICE_MS);
});

function compute(milliseconds) {
  const end = performance.now() + milliseconds;
  let sum = 0;
  while (performance.now() < end) for (let i = 0; i < 1000; i++) sum = (sum * 31 + i) | 0;
  return sum;
}

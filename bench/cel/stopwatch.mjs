/** Nanoseconds of one call, measured for about a number of milliseconds. */
export function nanosecondsOf(run, milliseconds) {
  let batch = 16;
  let calls = 0;
  let sink = 0;
  const startedAt = process.hrtime.bigint();
  const end = startedAt + BigInt(Math.round(milliseconds * 1e6));
  let now = startedAt;
  while (now < end) {
    for (let i = 0; i < batch; i++) if (run() === undefined) sink++;
    calls += batch;
    now = process.hrtime.bigint();
    if (batch < 4096) batch *= 2;
  }
  if (sink > 0) throw new Error("what is measured answers nothing");
  return Number(now - startedAt) / calls;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

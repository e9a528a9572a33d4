import { Session } from "node:inspector/promises";

/** Profile of this process in the format of V8's tools: JSON. */
export interface Profile {
  readonly file: string;
  take(seconds: number, signal: AbortSignal): Promise<object>;
}

export const DEFAULT_SECONDS = 30;
export const MOST_SECONDS = 300;

export const PROFILES: Readonly<Record<string, Profile>> = {
  heap: {
    file: "heap.heapprofile",
    take: (seconds, signal) =>
      during("HeapProfiler", seconds, signal, async (session, wait) => {
        await session.post("HeapProfiler.startSampling");
        await wait;
        return (await session.post("HeapProfiler.stopSampling")).profile;
      }),
  },
  profile: {
    file: "cpu.cpuprofile",
    take: (seconds, signal) =>
      during("Profiler", seconds, signal, async (session, wait) => {
        await session.post("Profiler.start");
        await wait;
        return (await session.post("Profiler.stop")).profile;
      }),
  },
};

type Domain = "Profiler" | "HeapProfiler";

async function during(
  domain: Domain,
  seconds: number,
  signal: AbortSignal,
  work: (session: Session, wait: Promise<void>) => Promise<object>,
): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post(`${domain}.enable`);
    return await work(session, pause(seconds, signal));
  } finally {
    session.disconnect();
  }
}

/** Resolves after this time, or earlier if the client disconnects. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number | undefined): number;

/** Looks at the memory all the time; `peak` answers the most since it was asked last. */
export function watchMemory(pid: number | undefined): { peak(): number; stop(): void };

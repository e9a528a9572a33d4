/**
 * When the writes of a store reach the disk. Every choice keeps all answered writes if only the process ends, because the
 * operating system has them. If the machine stops:
 * - `always`: nothing is lost. A write is answered when it is on disk.
 * - `second`: the writes of the last second may be lost, at most those of two seconds. The store opens in the state of a moment before.
 *   Linux only; other systems have no name for a start of the machine, and use `always`.
 * - `never`: the system decides when it writes. Any number of writes may be lost, and the store may be damaged.
 */
export type Sync = "always" | "second" | "never";

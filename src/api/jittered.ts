/** The default of the reference's backoffs (apimachinery/pkg/util/wait, Jitter): up to a fifth longer. */
const JITTER = 0.2;

/** A pause that differs each time, so that clients which began together do not come back together. `random`: from 0 up to 1. */
export const jittered = (ms: number, random: () => number = Math.random): number =>
  ms * (1 + random() * JITTER);

const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * `AbortSignal.any` that keeps references to its sources. In Node 20 a timeout signal without other references is
 * garbage-collected before it fires (https://github.com/nodejs/node/issues/57736).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  sources.set(any, signals);
  return any;
}

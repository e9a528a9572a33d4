const sources = new WeakMap<AbortSignal, readonly AbortSignal[]>();

/**
 * `AbortSignal.any`, which holds what it is made of. In Node 20 a timeout that nothing else refers to is collected before its
 * time comes (https://github.com/nodejs/node/issues/57736).
 */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const any = AbortSignal.any([...signals]);
  sources.set(any, signals);
  return any;
}

/** A synchronization point for tests: one side waits for `opened`, and the other calls `open`. */
export interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function newGate(): Gate {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

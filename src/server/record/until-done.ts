type Piece = Uint8Array | string;

/**
 * Returns the same body, and calls `done` after its last piece, on an error, or when the reader stops early.
 * It is not a generator, because the end of a generator that waits for a piece would wait, too, so that the
 * stream of a disconnected client would stay open.
 */
export function untilDone(body: AsyncIterable<Piece>, done: () => void): AsyncIterable<Piece> {
  const open = (): AsyncIterator<Piece> => {
    const pieces = body[Symbol.asyncIterator]();
    let isOver = false;
    const end = (): void => {
      if (!isOver) done();
      isOver = true;
    };
    return {
      async next() {
        try {
          const result = await pieces.next();
          if (result.done) end();
          return result;
        } catch (error) {
          end();
          throw error;
        }
      },
      async return() {
        end();
        await pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  };
  return { [Symbol.asyncIterator]: open };
}

type Piece = Uint8Array | string;

/**
 * Tells when the last piece was read, or when nobody wants more. No generator: the end of one that waits for a piece
 * would wait, too, so that the stream of a client that is gone would stay open.
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

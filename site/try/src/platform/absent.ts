/** Returns a function that stands for one of Node's that a browser does not have. It throws with this reason. */
export const absent =
  (name: string): (() => never) =>
  () => {
    throw new Error(`${name} does not exist in a browser`);
  };

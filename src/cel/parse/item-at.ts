/** The item at an index, of a list whose length is known otherwise: by the name of a macro or the overload of a call. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
}

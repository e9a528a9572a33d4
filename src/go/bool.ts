/** Parses a boolean as Go's strconv.ParseBool does; undefined if Go returns an error. */
export function goBool(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(text) ? false : undefined;
}

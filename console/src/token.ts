const NAME = "token";

/**
 * The token of the link, kept for this tab and this port only (sessionStorage). It leaves the address, so that it is in no
 * history and on no screen.
 */
export function keepToken(): void {
  const url = new URL(location.href);
  const given = url.searchParams.get(NAME);
  if (given === null) return;
  sessionStorage.setItem(NAME, given);
  url.searchParams.delete(NAME);
  history.replaceState(null, "", url);
}

/** Empty: this tab was not opened with the link. */
export const token = (): string => sessionStorage.getItem(NAME) ?? "";

/** Returns the message of a webhook without the words of the server before it. */
export function ownWords(message: string, webhook: string): string {
  const denied = `admission webhook "${webhook}" denied the request: `;
  const failed = "failed to call webhook: ";
  if (message.startsWith(denied)) return message.slice(denied.length);
  const at = message.indexOf(failed);
  return at < 0 ? message : message.slice(at + failed.length);
}

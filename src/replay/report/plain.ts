/** Names and messages of a recording may hold anything: nothing of it may move the cursor or turn the line around. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, " ");

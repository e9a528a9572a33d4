import type { Situation, WrongStart } from "./case.ts";
import { JWT_SITUATIONS } from "./jwt-cases.ts";
import { WRONG_AUTHENTICATION } from "./wrong-starts.ts";

export const SITUATIONS: readonly Situation[] = [...JWT_SITUATIONS];
export const WRONG_STARTS: readonly WrongStart[] = [...WRONG_AUTHENTICATION];

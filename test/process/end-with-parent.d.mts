import type { ChildProcess } from "node:child_process";

export function endWithParent<T extends ChildProcess>(child: T): T;

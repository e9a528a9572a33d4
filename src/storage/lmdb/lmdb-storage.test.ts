import { describeStorage } from "../contract.ts";
import { testRandomOperations } from "../random-operations.ts";
import { openScratch } from "./scratch.ts";

describeStorage("lmdb", openScratch);
testRandomOperations(openScratch, { operations: 3_000 });

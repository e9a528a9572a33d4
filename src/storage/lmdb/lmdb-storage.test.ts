import { describeStorage } from "../contract.ts";
import { openScratch } from "./scratch.ts";

describeStorage("lmdb", openScratch);

import type { Connection } from "./grpc/connection.ts";
import type { Members } from "./members.ts";
import { decode, encode, type Int64, toNumber } from "./messages.ts";

/** One member of an etcd, and its file. */
export interface MemberFile {
  /** Returns the size of the file, and the part of it that is in use. */
  size(): Promise<FileSize>;
  /** Frees unused disk space. The member answers no requests meanwhile. */
  defragment(): Promise<void>;
}

interface FileSize {
  readonly size: number;
  /** 0: the member does not report it. */
  readonly used: number;
}

/** Alarm of etcd: it accepts no more writes. */
export interface Alarm {
  readonly memberID?: Int64;
  readonly alarm: number;
}

/** Calls of etcd's service Maintenance. */
export interface Maintenance {
  /** In the order of the endpoints. */
  readonly files: readonly MemberFile[];
  /** Returns the alarms of members without space. */
  noSpaceAlarms(): Promise<readonly Alarm[]>;
  disarm(alarm: Alarm): Promise<void>;
}

const SERVICE = "/etcdserverpb.Maintenance/";
const ANSWER_MS = 3000;
/** A second for each gigabyte or so, more on a slow disk. */
const DEFRAGMENT_MS = 600_000;
const NO_SPACE = 1;
const DEACTIVATE = 2;

/** Returns the calls; those for one file go to its own member. */
export function maintenanceOf(members: Members): Maintenance {
  return {
    files: members.all.map(fileOf),
    async noSpaceAlarms() {
      const answer = await members.read(`${SERVICE}Alarm`, encode("AlarmRequest", {}));
      const { alarms } = decode<{ alarms: readonly Alarm[] }>("AlarmResponse", answer);
      return alarms.filter(({ alarm }) => alarm === NO_SPACE);
    },
    async disarm({ memberID, alarm }) {
      const request = encode("AlarmRequest", { action: DEACTIVATE, memberID, alarm });
      await members.write(`${SERVICE}Alarm`, request);
    },
  };
}

const fileOf = (member: Connection): MemberFile => ({
  async size() {
    const answer = await member.unary(`${SERVICE}Status`, encode("StatusRequest", {}), ANSWER_MS);
    const { dbSize, dbSizeInUse } = decode<{ dbSize?: Int64; dbSizeInUse?: Int64 }>("StatusResponse", answer);
    return { size: toNumber(dbSize), used: toNumber(dbSizeInUse) };
  },
  async defragment() {
    await member.unary(`${SERVICE}Defragment`, encode("DefragmentRequest", {}), DEFRAGMENT_MS);
  },
});

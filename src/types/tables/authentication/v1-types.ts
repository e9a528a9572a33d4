// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.

export type UserInfo = {
  username?: string | undefined;
  uid?: string | undefined;
  groups?: string[] | undefined;
  extra?: { [key: string]: string[] } | undefined;
};

// Made of the tables of fields by `npm run update -- object-types`; not to be changed by hand.
import type { ObjectMeta } from "../../../api/meta.ts";
import type { EventSource, ObjectReference } from "../core/v1-types.ts";
import type { ListMeta } from "../meta/v1-types.ts";

export type Event = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata: ObjectMeta;
  eventTime?: string | null | undefined;
  series?: EventSeries | undefined;
  reportingController?: string | undefined;
  reportingInstance?: string | undefined;
  action?: string | undefined;
  reason?: string | undefined;
  regarding?: ObjectReference | undefined;
  related?: ObjectReference | undefined;
  note?: string | undefined;
  type?: string | undefined;
  deprecatedSource?: EventSource | undefined;
  deprecatedFirstTimestamp?: string | null | undefined;
  deprecatedLastTimestamp?: string | null | undefined;
  deprecatedCount?: number | undefined;
};

export type EventList = {
  kind?: string | undefined;
  apiVersion?: string | undefined;
  metadata?: ListMeta | undefined;
  items?: Event[] | null | undefined;
};

export type EventSeries = {
  count?: number | undefined;
  lastObservedTime?: string | null | undefined;
};

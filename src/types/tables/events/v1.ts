/** The types of events/v1; the notation is explained in `notation.ts`. */
export const eventsV1 = `
Event ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! eventTime=2:M! series=3:EventSeries?
  reportingController=4:s reportingInstance=5:s action=6:s reason=7:s regarding=8:core/v1.ObjectReference!
  related=9:core/v1.ObjectReference? note=10:s type=11:s deprecatedSource=12:core/v1.EventSource!
  deprecatedFirstTimestamp=13:T! deprecatedLastTimestamp=14:T! deprecatedCount=15:i
EventList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*Event!
EventSeries count=1:i! lastObservedTime=2:M!
`;

/** The types of scheduling/v1; the notation is explained in `notation.ts`. */
export const schedulingV1 = `
PriorityClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! value=2:i! globalDefault=3:b
  description=4:s preemptionPolicy=5:s:PreemptionPolicy?
PriorityClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*PriorityClass!
`;

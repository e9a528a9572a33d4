/** The types of policy/v1; the notation is explained in `notation.ts`. */
export const policyV1 = `
Eviction ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! deleteOptions=2:meta/v1.DeleteOptions?
PodDisruptionBudget ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta!
  spec=2:PodDisruptionBudgetSpec! status=3:PodDisruptionBudgetStatus!
PodDisruptionBudgetList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta!
  items=2:*PodDisruptionBudget!
PodDisruptionBudgetSpec minAvailable=1:I? selector=2:meta/v1.LabelSelector?~replace maxUnavailable=3:I?
  unhealthyPodEvictionPolicy=4:s:UnhealthyPodEvictionPolicyType?
PodDisruptionBudgetStatus observedGeneration=1:l disruptedPods=2:%T disruptionsAllowed=3:i!
  currentHealthy=4:i! desiredHealthy=5:i! expectedPods=6:i!
  conditions=7:*meta/v1.Condition~map=type:""~merge=type
`;

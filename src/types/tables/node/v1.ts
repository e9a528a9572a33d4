/** The types of node/v1; the notation is explained in `notation.ts`. */
export const nodeV1 = `
Overhead podFixed=1:%(ResourceName)Q@=ResourceList
RuntimeClass ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ObjectMeta! handler=2:s! overhead=3:Overhead?
  scheduling=4:Scheduling?
RuntimeClassList ^TypeMeta=0:meta/v1.TypeMeta metadata=1:meta/v1.ListMeta! items=2:*RuntimeClass!
Scheduling nodeSelector=1:%s~atomic tolerations=2:*core/v1.Toleration
`;

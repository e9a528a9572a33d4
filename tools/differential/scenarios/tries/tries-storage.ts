import type { Scenario } from "../scenario.ts";
import { long, spec, tries } from "./tries.ts";

const STORAGE = "/apis/storage.k8s.io/v1";

/** Classes, drivers, attachments and capacities: valid ones, and statuses. The refused ones are generated (`../../rules/`). */
export const storageTries = (): Scenario =>
  tries("tries-storage", [
    {
      path: `${STORAGE}/storageclasses`,
      base: { provisioner: "example.com/p" },
      creates: [],
      updates: [],
    },
    {
      path: `${STORAGE}/csidrivers`,
      base: spec({}),
      creates: [],
      updates: [],
    },
    {
      path: `${STORAGE}/csinodes`,
      base: spec({
        drivers: [{ name: "a.example.com", nodeID: "n", topologyKeys: ["a"], allocatable: { count: 3 } }],
      }),
      creates: [],
      updates: [],
    },
    {
      path: `${STORAGE}/volumeattachments`,
      base: spec({ attacher: "a.example.com", nodeName: "n", source: { persistentVolumeName: "p" } }),
      creates: [
        spec({ source: { persistentVolumeName: null, inlineVolumeSpec: {} } }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              capacity: { storage: "1" },
              accessModes: ["ReadWriteOnce"],
              persistentVolumeReclaimPolicy: "Retain",
              csi: { driver: "d", volumeHandle: "h" },
            },
          },
        }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: { accessModes: ["ReadWriteOnce"], hostPath: { path: "/" } },
          },
        }),
        spec({
          source: {
            persistentVolumeName: null,
            inlineVolumeSpec: {
              accessModes: ["ReadWriteOnce"],
              storageClassName: "x",
              csi: { driver: "", volumeHandle: "" },
            },
          },
        }),
      ],
      updates: [{ metadata: { labels: { a: "b" } } }],
      status: { attached: false },
      statuses: [
        { attached: true, attachmentMetadata: { a: long(300_000) } },
        { attached: true, attachError: { message: long(300_000) } },
      ],
    },
    {
      path: `${STORAGE}/namespaces/{{ns}}/csistoragecapacities`,
      base: { storageClassName: "s" },
      creates: [{ capacity: "x" }, { capacity: "1", maximumVolumeSize: "2" }],
      updates: [{ capacity: "5Gi" }],
    },
    {
      path: `${STORAGE}/volumeattributesclasses`,
      base: { driverName: "d.example.com", parameters: { a: "b" } },
      creates: [{ driverName: long(63) }],
      updates: [{ metadata: { labels: { a: "b" } } }],
    },
  ]);

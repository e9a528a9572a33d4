import type { ChangeCheck, Check, FieldReport } from "../../../../api/validation/field-report.ts";
import { byteLength, dns1123SubdomainProblems } from "../../../../api/validation/name-format.ts";
import { deepEqual } from "../../../../json/semantic-equal.ts";
import type {
  VolumeAttachmentSpec as AttachmentSpec,
  VolumeAttachmentStatus as AttachmentStatus,
  VolumeAttachment,
  VolumeError,
} from "../../../../types/tables/storage/v1-types.ts";
import { AGE, column, flagAt, NAME, textAt } from "../../../define/column.ts";
import { defineResource } from "../../../define/define-resource.ts";
import { type ApplyDefaults, part, within } from "../../../define/fill.ts";
import { statusOnlyElsewhere, validatesObject } from "../../../define/strategy.ts";
import { status } from "../../../define/subresources.ts";
import { checkInlineVolume } from "../../core/persistent-volume/validate.ts";
import { coreForm } from "../../shared/go-form/core-forms.ts";
import { PERSISTENT_SOURCES } from "../../shared/pod-template/volumes/fill-volume.ts";
import { checkCsiDriverName, checkDeclaredDriver } from "../../shared/volume-sources/source-checks.ts";

const MAX_METADATA_BYTES = 256 * 1024;

const MAX_MESSAGE_BYTES = 1024;

const ONE_SOURCE = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";

/** Checks a VolumeAttachment, whose spec cannot change. */
const checkAttachment: ChangeCheck<VolumeAttachment> = ({ spec = {}, status = {} }, old, at) => {
  const path = at.child("spec");
  const { source = {}, attacher = "", nodeName } = spec;
  if (old === undefined) checkDeclaredDriver(attacher, path.child("attacher"));
  else checkCsiDriverName(attacher, path.child("attacher"));
  checkSource(source, path.child("source"));
  path.check("nodeName", nodeName, dns1123SubdomainProblems);
  checkStatus(status, at.child("status"));
  const { persistentVolumeName: volume } = source;
  if (volume !== undefined)
    path.child("source").check("persistentVolumeName", volume, dns1123SubdomainProblems);
  if (old !== undefined && !deepEqual(spec, old.spec ?? {}))
    path.declared.invalid(printed(spec), "field is immutable");
};

function printed({ attacher = "", nodeName = "", source = {} }: AttachmentSpec): object {
  const { persistentVolumeName = null, inlineVolumeSpec: inline } = source;
  const printedInline = inline === undefined ? null : coreForm("PersistentVolumeSpec", inline);
  const printedSource = { PersistentVolumeName: persistentVolumeName, InlineVolumeSpec: printedInline };
  return { Attacher: attacher, Source: printedSource, NodeName: nodeName };
}

function checkSource(source: NonNullable<AttachmentSpec["source"]>, at: FieldReport): void {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source;
  if (volume === undefined && inline === undefined) at.required(ONE_SOURCE);
  else if (volume !== undefined && inline !== undefined) at.forbidden(ONE_SOURCE);
  else if (volume === "")
    at.child("persistentVolumeName").required("must specify non empty persistentVolumeName");
  else if (inline !== undefined) checkInlineVolume(inline, at.child("inlineVolumeSpec"));
}

const checkStatus: Check<AttachmentStatus> = ({ attachmentMetadata = {}, attachError, detachError }, at) => {
  const entries = Object.entries(attachmentMetadata);
  const size = entries.reduce((sum, [key, value]) => sum + byteLength(key) + byteLength(value), 0);
  if (size > MAX_METADATA_BYTES) at.child("attachmentMetadata").tooLong(MAX_METADATA_BYTES);
  checkError(attachError, at.child("attachError"));
  checkError(detachError, at.child("detachError"));
};

function checkError(error: VolumeError | undefined, at: FieldReport): void {
  const { message = "", errorCode = 0 } = error ?? {};
  if (byteLength(message) > MAX_MESSAGE_BYTES) at.child("message").tooLong(MAX_MESSAGE_BYTES);
  if (errorCode < 0) at.child("errorCode").invalid(errorCode, "must be between 0 and 2147483647, inclusive");
}

const attachment = validatesObject(checkAttachment);

/** Defaults of the source of an inline volume. */
const fillVolumeAttachment: ApplyDefaults = (attachment) => {
  const inline = part(part(part(attachment, "spec"), "source"), "inlineVolumeSpec");
  for (const [name, fill] of PERSISTENT_SOURCES) within(inline, name, fill);
};

export const volumeAttachment = defineResource({
  group: "storage.k8s.io",
  kind: "VolumeAttachment",
  scope: "Cluster",
  versions: [{ version: "v1", defaults: fillVolumeAttachment }],
  columns: [
    NAME,
    column`Attacher: string/name ${textAt("spec.attacher")} attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().`,
    column`PV: ${textAt("spec.source.persistentVolumeName")} persistentVolumeName represents the name of the persistent volume to attach.`,
    column`Node: ${textAt("spec.nodeName")} nodeName represents the node that the volume should be attached to.`,
    column`Attached: boolean ${flagAt("status.attached")} attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.`,
    AGE,
  ],
  subresources: [
    status(
      { validateUpdate: attachment.validateUpdate, allowUnconditionalUpdate: false, repeatsMeta: ["create"] },
      "metadata",
    ),
  ],
  strategy: {
    allowUnconditionalUpdate: false,
    returnDeletedObject: true,
    ...statusOnlyElsewhere("storage/v1.VolumeAttachment"),
    ...attachment,
    repeatsMeta: ["create"],
  },
});

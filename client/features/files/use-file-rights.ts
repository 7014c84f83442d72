import type { Attachment } from '#schema/entities/attachment.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { attachmentDenial } from '#schema/rules/files/attachment-rules.ts'
import { serverNow } from '#client/lib/clock.ts'
import { useProjectState, useRow } from '#client/lib/project-store.ts'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import type { FilesPlace } from './files-place.ts'

/** What the person may do with files at this place. A text is the reason why not. */
export function useFileRights({ projectId, packageId, documentId }: FilesPlace) {
  const { summary, actor } = useProjectState(projectId)
  const isViewed = useVendorView()?.projectId === projectId
  const inPackage = useRow(projectId, 'package', packageId)
  const inDocument = useRow(projectId, 'document', documentId ?? '')
  const isAssigned =
    actor !== undefined && assignmentOf(actor.userId, { inPackage, inDocument }).isAssigned
  const subject = { packageId, isAssigned }
  const denial =
    actor && summary
      ? attachmentDenial(actor, 'attachment.create', {
          ...subject,
          project: summary,
          vendorId: actor.vendorId,
          now: serverNow(),
        })
      : null
  const mayChange = ({ vendorId, createdBy }: Attachment): boolean =>
    !isViewed &&
    actor !== undefined &&
    summary !== undefined &&
    attachmentDenial(actor, 'attachment.remove', {
      ...subject,
      project: summary,
      vendorId,
      now: serverNow(),
      isAuthor: createdBy === actor.userId,
    }) === null
  const addDenial = isViewed ? 'VENDOR_VIEW' : !actor || !summary ? 'NOT_FOUND' : denial?.code
  return {
    addReason: addDenial === undefined ? null : codeText(addDenial),
    mayChange,
    organizationName: summary?.organizationName ?? '',
    vendorId: actor?.vendorId ?? null,
  }
}

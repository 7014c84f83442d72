import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { serverNow } from '../../lib/clock.ts'
import { projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { readRow, useProjectState } from '../../lib/project-store.ts'
import type { ParsedFile } from './parsed-file.ts'
import type { ImportTarget } from './run-import.ts'

/** Opens the import of several sheets; nothing for a person who may not add documents here. */
export function SeveralSheetsButton({
  file,
  target: { projectId, documentId },
  onOpen,
}: {
  file: ParsedFile
  target: ImportTarget
  onOpen: () => void
}) {
  const { t } = useLingui()
  const { summary: project, actor } = useProjectState(projectId)
  const document = readRow(projectId, 'document', documentId)
  const place = document && readRow(projectId, 'package', document.packageId)
  if (file.sheets.length < 2 || project === undefined || actor === undefined) return null
  const denial = projectOfferDenial('documents.create', {
    ...{ actor, project, now: serverNow() },
    in: assignmentOf(actor.userId, { inPackage: place }),
  })
  if (place === undefined || denial !== null) return null
  return <Button variant="default" onClick={onOpen}>{t`Import several sheets…`}</Button>
}

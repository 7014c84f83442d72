import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { serverNow } from '../../lib/clock.ts'
import { projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { readRow, useProjectState } from '../../lib/project-store.ts'
import { documentColumns } from './import-sheets.ts'
import type { SheetChoice } from './import-steps.tsx'
import { ReaderFailure } from './reader/reader-failure.tsx'
import { useAnswer } from './reader/use-answer.ts'
import type { ImportTarget } from './run-import.ts'

/** Opens the import of several documents; nothing for a person who may not add documents here. */
export function SeveralSheetsButton({
  choice,
  target: { projectId, documentId },
  onOpen,
}: {
  choice: SheetChoice
  target: ImportTarget
  onOpen: () => void
}) {
  const { t } = useLingui()
  const { summary: project, actor } = useProjectState(projectId)
  const document = readRow(projectId, 'document', documentId)
  const place = document && readRow(projectId, 'package', document.packageId)
  const { value: isSeveral, failure } = useAnswer(
    useCallback(
      async (signal: AbortSignal) =>
        choice.file.sheets.length > 1 || (await documentColumns(choice, signal)).length > 0,
      [choice],
    ),
  )
  if (failure !== null) return <ReaderFailure words={failure} />
  if (isSeveral !== true || project === undefined || actor === undefined) return null
  const denial = projectOfferDenial('documents.create', {
    ...{ actor, project, now: serverNow() },
    in: assignmentOf(actor.userId, { inPackage: place }),
  })
  if (place === undefined || denial !== null) return null
  return <Button variant="default" onClick={onOpen}>{t`Import as several documents…`}</Button>
}

import { NativeSelect } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { refusalOf } from '#schema/rules/access/access.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { serverNow } from '../../lib/clock.ts'
import { useProjectState, useRow } from '../../lib/project-store.ts'
import classes from './import-dialog.module.css'
import type { ImportTarget } from './run-import.ts'

export const MISSING_ACTIONS = ['leave', 'exclude', 'delete'] as const
export type MissingActionKind = (typeof MISSING_ACTIONS)[number]

export interface MissingChoice {
  action: MissingActionKind
  /** What the person may do with requirements of the document. */
  allowed: readonly MissingActionKind[]
  onAction: (action: MissingActionKind) => void
}

/** What the person may do with the requirements that the file does not contain. */
export const useMissingActions = ({
  projectId,
  documentId,
}: ImportTarget): readonly MissingActionKind[] => {
  const { summary, actor } = useProjectState(projectId)
  const document = useRow(projectId, 'document', documentId)
  const inPackage = useRow(projectId, 'package', document?.packageId ?? '')
  if (summary === undefined || actor === undefined) return ['leave']
  const may = (action: 'content.remove' | 'requirement.exclude'): boolean =>
    refusalOf(actor, action, {
      state: summary.state,
      packageId: document?.packageId,
      ...assignmentOf(actor.userId, { inPackage, inDocument: document }),
      deadlineAt: summary.deadlineAt,
      now: serverNow(),
    }) === null
  return MISSING_ACTIONS.filter(
    (one) => one === 'leave' || may(one === 'delete' ? 'content.remove' : 'requirement.exclude'),
  )
}

export function PreviewMissing({ action, allowed, onAction }: MissingChoice) {
  const { t } = useLingui()
  const labels = {
    leave: t`Leave them as they are`,
    exclude: t`Exclude them from the evaluation`,
    delete: t`Delete them`,
  } satisfies Record<MissingActionKind, string>
  const isLimited = allowed.length < MISSING_ACTIONS.length
  return (
    <div className={classes.missing}>
      <NativeSelect
        label={t`Requirements of the document that the file does not contain`}
        value={action}
        onChange={(event) =>
          onAction(allowed.find((one) => one === event.currentTarget.value) ?? 'leave')
        }
      >
        {allowed.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </NativeSelect>
      {isLimited && (
        <p className={classes.hint}>
          <Trans>Your role or the state of the project does not permit every choice.</Trans>
        </p>
      )}
    </div>
  )
}

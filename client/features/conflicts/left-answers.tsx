import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { leftReason, type LeftReason } from '#schema/rules/answers/left-rows.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import { minuteText } from '#client/lib/time-text.ts'
import { discardParked, type ParkedEdit } from '#client/lib/parked.ts'
import { useRow } from '#client/lib/project-store.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { reasonText } from './parked-words.ts'
import classes from './conflict-dialog.module.css'

interface LeftAnswersProps {
  parked: ParkedEdit
  onDone: () => void
  /** Leaves the dialog to visit the answer; the edit stays parked. */
  onLeave: () => void
}

/**
 * A bulk submit that the server applied in part: lists the answers that are still drafts, and why.
 */
export function LeftAnswers({ parked, onDone, onLeave }: LeftAnswersProps) {
  const { t } = useLingui()
  return (
    <>
      <p className={classes.reason}>
        <strong>{reasonText(parked)}</strong>
      </p>
      <p>
        <Trans>Check each answer and submit it again. Until then it is a draft.</Trans>
      </p>
      <p
        className={classes.dim}
      >{t`Written ${minuteText(parked.clientAt)}, rejected ${minuteText(parked.at)}`}</p>
      <ul className={classes.left} tabIndex={0} aria-label={t`Answers not submitted`}>
        {parked.conflicts.map((conflict) => {
          const why = leftReason(conflict)
          return (
            why && (
              <LeftAnswer
                key={conflict.id}
                projectId={parked.projectId}
                requirementId={conflict.id.split('.')[0] ?? ''}
                by={conflict.theirsBy}
                why={why}
                onLeave={onLeave}
              />
            )
          )
        })}
      </ul>
      <div className={classes.buttons}>
        <Button
          variant="default"
          onClick={() =>
            void discardParked(parked.id).then(onDone, (error: unknown) => toast.error(error))
          }
        >
          <Trans>Remove from list</Trans>
        </Button>
      </div>
    </>
  )
}

interface LeftAnswerProps {
  projectId: string
  requirementId: string
  by: string
  why: LeftReason
  onLeave: () => void
}

function LeftAnswer({ projectId, requirementId, by, why, onLeave }: LeftAnswerProps) {
  const { t } = useLingui()
  const requirement = useRow(projectId, 'requirement', requirementId)
  const reason = isMessageCode(why.reason) ? codeText(why.reason, why.detail) : why.reason
  return (
    <li>
      {requirement ? (
        <Link
          to="/project/$id/documents/$documentId/requirement/$requirementFullId"
          onClick={onLeave}
          params={{
            id: projectId,
            documentId: requirement.documentId,
            requirementFullId: requirement.fullId ?? requirement.id,
          }}
        >
          {requirement.fullId ?? requirement.name}
        </Link>
      ) : (
        <strong>{t`A deleted requirement`}</strong>
      )}
      {requirement && <span className={classes.dim}> {requirement.name}</span>}
      <p className={classes.why}>{by === '' ? reason : t`${reason} (${by})`}</p>
    </li>
  )
}

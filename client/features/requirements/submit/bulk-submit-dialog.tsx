import { Button, Group, Radio } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import {
  BULK_SUBMIT,
  type BulkSubmitChoice,
  planSubmit,
  type SubmitPlan,
} from '#schema/rules/answers/bulk-submit.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { submitAnswers } from './submit-answers.ts'
import { OfflineNote } from '../document/offline-note.tsx'
import { tellOutcome, untilDecided } from './submit-outcome.ts'
import { choiceReason } from './submit-texts.ts'
import classes from './bulk-submit-dialog.module.css'

interface BulkSubmitDialogProps {
  opened: boolean
  onClose: () => void
  projectId: string
  document: Document
  vendorId: number
  requirements: readonly Requirement[]
  answers: ReadonlyMap<string, Commitment>
  releases: readonly Release[]
  onReview: () => void
}

/** Submits the complete answers, opens a review of the saved ones, or keeps them as drafts. */
export function BulkSubmitDialog({ opened, onClose, ...rest }: BulkSubmitDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Submit answers`} size="lg">
      {opened && <BulkSubmitForm onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function BulkSubmitForm({
  onClose,
  projectId,
  document,
  vendorId,
  requirements,
  answers,
  releases,
  onReview,
}: Omit<BulkSubmitDialogProps, 'opened'>) {
  const { t } = useLingui()
  const [choice, setChoice] = useState<BulkSubmitChoice>('SUBMIT_ALL')
  const [isBusy, setBusy] = useState(false)
  const plan = useMemo(
    () => planSubmit(requirements, answers, releases),
    [requirements, answers, releases],
  )
  const ready = plan.ready.length
  const go = async () => {
    const { submit, show } = BULK_SUBMIT[choice](plan)
    if (show !== null) onReview()
    if (choice === 'SUBMIT_ALL') {
      setBusy(true)
      try {
        const ids = submit.map(({ id }) => id)
        await submitAnswers(
          { projectId, documentId: document.id, vendorId, label: t`Submit all` },
          ids,
        )
        void untilDecided({ projectId, vendorId, requirementIds: ids }).then((outcome) =>
          tellOutcome(plan, outcome),
        )
      } catch (error) {
        toast.error(error)
      }
      setBusy(false)
    }
    onClose()
  }
  return (
    <>
      <Counts plan={plan} />
      <OfflineNote projectId={projectId} />
      <Radio.Group
        label={t`What do you want to do with the saved answers?`}
        value={choice}
        onChange={(value) => setChoice(value as BulkSubmitChoice)}
      >
        <div className={classes.choices}>
          <Radio
            value="SUBMIT_ALL"
            data-autofocus
            label={t`Submit all valid answers`}
            description={t`Each gets a receipt with the server’s time once it has arrived. The others stay drafts.`}
          />
          <Radio
            value="REVIEW"
            label={t`Review first`}
            description={t`Shows only saved answers. Those that cannot be submitted yet come first.`}
          />
          <Radio
            value="LEAVE"
            label={t`Keep as draft`}
            description={t`Nothing is submitted now.`}
          />
        </div>
      </Radio.Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <ExplainedButton
          reason={choiceReason(choice, plan)}
          onClick={() => void go()}
          loading={isBusy}
        >
          {choice === 'SUBMIT_ALL' ? (
            <Plural value={ready} one="Submit # answer" other="Submit # answers" />
          ) : choice === 'REVIEW' ? (
            <Trans>Review</Trans>
          ) : (
            <Trans>Keep as draft</Trans>
          )}
        </ExplainedButton>
      </Group>
    </>
  )
}

function Counts({ plan }: { plan: SubmitPlan<unknown> }) {
  const ready = plan.ready.length
  const invalid = plan.invalid.length
  const { open } = plan
  return (
    <ul className={classes.counts}>
      <li>
        <Plural
          value={ready}
          one="# saved answer is ready to submit"
          other="# saved answers are ready to submit"
        />
      </li>
      <li>
        <Plural
          value={invalid}
          one="# saved answer is incomplete or not valid"
          other="# saved answers are incomplete or not valid"
        />
      </li>
      <li>
        <Plural
          value={open}
          one="# requirement has no answer yet"
          other="# requirements have no answer yet"
        />
      </li>
    </ul>
  )
}

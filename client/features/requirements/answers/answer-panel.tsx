import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus, type CommitmentStatus } from '#schema/rules/answers/commitments.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { clockText } from '#client/lib/time-text.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import { ErrorSummary } from '#client/ui/fields/error-summary.tsx'
import { Shortcut } from '#client/ui/keyboard/shortcut.tsx'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerForm } from './answer-form.tsx'
import { RequirementRecords } from '../history/requirement-records.tsx'
import { useNeedsYou } from '../document/needs-you.ts'
import { PublishedWeight } from './published-weight.tsx'
import { ReplacedNote } from '#client/ui/feedback/replaced-note.tsx'
import { replacedKey } from '#client/ui/feedback/replaced-texts.ts'
import { RequirementText } from '../requirement/requirement-text.tsx'
import { AnswerStatus, RequirementStatus } from '../table/status-cell.tsx'
import { ReceiptPart } from './receipt-part.tsx'
import { submitAnswers } from '../submit/submit-answers.ts'
import { tellOneOutcome, untilDecided } from '../submit/submit-outcome.ts'
import { useAnswerDraft } from './use-answer-draft.ts'
import { TriedNote } from './tried-note.tsx'
import { useAnswerProblems } from './use-answer-problems.ts'
import classes from './answer-panel.module.css'

interface AnswerPanelProps {
  projectId: string
  document: Document
  requirement: Requirement
  commitment: Commitment | undefined
  releases: readonly Release[]
  vendorId: number
  /** Why the answer is read-only now; null = editable. */
  reason: string | null
  /** Why the person does not submit although they may answer; null = they may. */
  submitReason: string | null
  label: string
  files: ReactNode
  /** Opens the next requirement whose answer is not submitted; null = there is none. */
  onNext: (() => void) | null
}

/**
 * The vendor's form for one requirement. It saves while the person types; submitting is a separate
 * step.
 */
export function AnswerPanel(props: AnswerPanelProps) {
  const { projectId, document, requirement, commitment, releases, reason, label } = props
  const { t } = useLingui()
  const definition = parseDefinition(requirement.definition)
  const draft = useAnswerDraft({
    projectId,
    documentId: document.id,
    vendorId: props.vendorId,
    requirementId: requirement.id,
    commitment,
    label: t`Answer to ${label}`,
  })
  const isUnsent = useUnsent(projectId, 'commitment', commitment?.id ?? '')
  const isTried = useVendorView()?.projectId === projectId
  const problems = useAnswerProblems(definition, draft.values, releases)
  const status = commitmentStatus(
    draft.isTyping ? { submitted: false, values: draft.values } : commitment,
  )
  const isSent = status === 'SUBMITTED' || status === 'WAITING'
  const submits = !isSent && props.submitReason === null
  const { submit, isBusy } = useSubmit(props, { draft, problems, submits })
  useSubmitKey(reason === null, submit)
  const button = (
    <Button onClick={() => void submit()} loading={isBusy}>
      <SubmitWords submits={submits} isLast={props.onNext === null} />
    </Button>
  )
  return (
    <article className={classes.panel}>
      <Header label={label} requirement={requirement} status={status} isUnsent={isUnsent} />
      <RequirementText requirement={requirement} isVendor />
      <PublishedWeight projectId={projectId} document={document} requirement={requirement} />
      {reason !== null && (
        <p className={classes.reason} role="note">
          {reason}
        </p>
      )}
      {problems.list.length > 0 && <ErrorSummary errors={problems.list} />}
      <h3 className={classes.title}>
        <Trans>Answer</Trans>
      </h3>
      <AnswerForm
        definition={definition}
        values={draft.values}
        releases={releases}
        errors={problems.errors}
        isReadOnly={reason !== null}
        place={{ projectId, requirementId: requirement.id, vendorId: props.vendorId }}
        onSave={(field, value) => {
          draft.setField(field, value)
          return draft.flush()
        }}
        onChange={draft.setField}
        below={(field) => (
          <ReplacedNote
            at={replacedKey(projectId, requirement.id, field)}
            put={(value) => {
              draft.setField(field, value)
              draft.leaveField()
            }}
          />
        )}
        onLeave={(field) => {
          problems.touch(field)
          draft.leaveField()
        }}
      />
      <footer className={classes.footer}>
        {isTried ? (
          <TriedNote isValid={problems.isValid} attempt={problems.attempt} />
        ) : (
          <SavedNote draft={draft} isReadOnly={reason !== null} />
        )}
        {reason === null && !isTried && !isSent && props.submitReason !== null && (
          <span className={classes.hint} role="note">
            {props.submitReason}
          </span>
        )}
        {reason === null && (
          <span className={classes.submit} data-keep-clear>
            <Shortcut keys="mod+enter" />{' '}
            <span className={classes.hint}>
              {submits ? <Trans>submits and opens the next</Trans> : <Trans>opens the next</Trans>}
            </span>
            {button}
          </span>
        )}
      </footer>
      {commitment && (
        <ReceiptPart document={document} requirement={requirement} commitment={commitment} />
      )}
      {props.files}
      {!isTried && <RequirementRecords requirement={requirement} releases={releases} />}
      {reason === null && <BottomBar>{button}</BottomBar>}
    </article>
  )
}

function SubmitWords({ submits, isLast }: { submits: boolean; isLast: boolean }) {
  if (!submits) return <Trans context="requirement">Next</Trans>
  return isLast ? <Trans context="as an action">Submit</Trans> : <Trans>Submit and next</Trans>
}

type AnswerDraft = ReturnType<typeof useAnswerDraft>

interface SubmitInput {
  draft: AnswerDraft
  problems: Pick<ReturnType<typeof useAnswerProblems>, 'attempt' | 'isValid'>
  /** False = it only opens the next requirement. */
  submits: boolean
}

/** Submits the answer unless it is invalid, then opens the next requirement. */
const useSubmit = (props: AnswerPanelProps, { draft, problems, submits }: SubmitInput) => {
  const { projectId, document, requirement, vendorId, label, onNext } = props
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (submits) problems.attempt()
    if ((submits && !problems.isValid) || isBusy) return
    setBusy(true)
    try {
      await draft.flush()
      if (submits) {
        await submitAnswers(
          { projectId, documentId: document.id, vendorId, label: t`Submit ${label}` },
          [requirement.id],
          draft.values,
        )
        void untilDecided({ projectId, vendorId, requirementIds: [requirement.id] }).then(
          (outcome) => tellOneOutcome(label, outcome),
        )
      }
      onNext?.()
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  return { submit, isBusy }
}

/** Ctrl+Enter submits from anywhere on the page, unless a dialog is open. */
const useSubmitKey = (isEnabled: boolean, submit: () => Promise<void>): void => {
  const latestSubmit = useLatest(submit)
  useEffect(() => {
    if (!isEnabled) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== 'Enter' ||
        !(event.ctrlKey || event.metaKey) ||
        event.defaultPrevented ||
        window.document.querySelector('[role=dialog]')
      )
        return
      event.preventDefault()
      void latestSubmit.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isEnabled, latestSubmit])
}

interface HeaderProps {
  label: string
  requirement: Requirement
  status: CommitmentStatus
  isUnsent: boolean
}

function Header({ label, requirement, status, isUnsent }: HeaderProps) {
  const needsYou = useNeedsYou(requirement.id)
  const heading = useRef<HTMLHeadingElement>(null)
  // Opening another requirement removes the focused field: focus the heading, so that the next Tab
  // leads into the form.
  useEffect(() => {
    if (window.document.activeElement === window.document.body)
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.header}>
      <h2 ref={heading} tabIndex={-1}>
        {label}
      </h2>
      <RequirementStatus status={requirement.status} />
      <AnswerStatus status={status} />
      {isUnsent && (
        <span className={classes.unsent}>
          <Trans>Not sent yet</Trans>
        </span>
      )}
      {needsYou && (
        <Button
          size="compact-xs"
          color="yellow"
          variant="light"
          onClick={() => openConflicts(requirement.id)}
        >
          <Trans>An edit needs your decision</Trans>
        </Button>
      )}
    </header>
  )
}

function SavedNote({ draft, isReadOnly }: { draft: AnswerDraft; isReadOnly: boolean }) {
  const { t } = useLingui()
  return (
    <span className={classes.saved} role="status">
      {draft.isTyping || draft.isSaving ? (
        <Trans>Saving on this device…</Trans>
      ) : draft.savedAt !== null ? (
        t`Saved on this device · ${clockText(draft.savedAt)}`
      ) : isReadOnly ? null : (
        <Trans>Saved on this device as you type</Trans>
      )}
    </span>
  )
}

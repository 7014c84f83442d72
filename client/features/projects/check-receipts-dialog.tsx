import { Button, Group, Textarea } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, useRef, useState } from 'react'
import { exactText } from '#client/lib/time-text.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import {
  askForReceipts,
  FileTooLarge,
  MOST_BYTES,
  type ReceiptFinding,
  readReceiptFile,
} from './check-receipts.ts'
import classes from './check-receipts.module.css'
import { useReceiptWords } from './receipt-words.ts'

type Outcome =
  | { kind: 'none' }
  | { kind: 'checking' }
  | { kind: 'checked'; findings: readonly ReceiptFinding[]; leftOut: number }
  | { kind: 'failed'; text: string }
const NONE: Outcome = { kind: 'none' }

/** Asks the server whether the receipts in a text or file are genuine. */
export function CheckReceiptsDialog({
  projectId,
  onClose,
}: {
  projectId: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>(NONE)
  const file = useRef<HTMLInputElement>(null)
  const offlineReason = useOfflineReason()
  const reason =
    offlineReason ?? (text.trim() === '' ? t`Paste a receipt or choose its file first.` : null)

  const check = async (shown: string) => {
    setOutcome({ kind: 'checking' })
    try {
      const { findings, leftOut } = await askForReceipts(projectId, shown)
      setOutcome(
        findings.length > 0
          ? { kind: 'checked', findings, leftOut }
          : {
              kind: 'failed',
              text: t`There is no receipt in this text. Choose the file as it was downloaded with Receipts.`,
            },
      )
    } catch (error) {
      setOutcome({ kind: 'failed', text: refusalText(error) })
    }
  }
  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    try {
      const read = await readReceiptFile(chosen)
      setText(read)
      if (offlineReason === null) await check(read)
      else setOutcome(NONE)
    } catch (error) {
      setOutcome({
        kind: 'failed',
        text:
          error instanceof FileTooLarge
            ? t`${chosen.name} is larger than ${MOST_BYTES / 1_000_000} MB. This is not a receipts file.`
            : t`${chosen.name} could not be read. Choose the text file that was downloaded.`,
      })
    }
  }
  return (
    <Dialog keepsText onClose={onClose} title={t`Check receipts`} size="lg">
      <ReceiptField
        value={text}
        onChange={(value) => {
          setText(value)
          setOutcome(NONE)
        }}
        onFile={(chosen) => void take(chosen)}
      />
      <input
        ref={file}
        type="file"
        accept=".txt,text/plain"
        hidden
        aria-label={t`Receipts file`}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Group justify="space-between" mt="sm" gap="xs">
        <Button variant="default" onClick={() => file.current?.click()}>
          <Trans>Choose a file…</Trans>
        </Button>
        <ExplainedButton
          reason={reason}
          loading={outcome.kind === 'checking'}
          onClick={() => void check(text)}
        >
          <Trans>Check</Trans>
        </ExplainedButton>
      </Group>
      <div role="status" className={classes.outcome}>
        {outcome.kind === 'failed' && <p className={classes.failed}>{outcome.text}</p>}
        {outcome.kind === 'checked' && (
          <Findings findings={outcome.findings} leftOut={outcome.leftOut} />
        )}
      </div>
    </Dialog>
  )
}

interface ReceiptFieldProps {
  value: string
  onChange: (value: string) => void
  onFile: (file: File | undefined) => void
}

/** Takes a receipt as typed text or as a dropped file. */
function ReceiptField({ value, onChange, onFile }: ReceiptFieldProps) {
  const { t } = useLingui()
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    <div
      data-over={isOver || undefined}
      className={classes.drop}
      onDrop={drop}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
    >
      <Textarea
        data-autofocus
        label={t`Receipt`}
        description={t`Paste the text of a receipt, or drop or choose its file.`}
        minRows={5}
        maxRows={10}
        autosize
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

function Findings({ findings, leftOut }: { findings: readonly ReceiptFinding[]; leftOut: number }) {
  const { t } = useLingui()
  const words = useReceiptWords()
  const genuine = findings.filter(({ verdict }) => words[verdict].tone === 'teal').length
  const total = findings.length
  return (
    <>
      <p>
        <strong>
          <Trans>
            {genuine} of {total} are genuine and unchanged.
          </Trans>
        </strong>
      </p>
      <ul className={classes.findings} aria-label={t`Receipts`}>
        {findings.map(({ label, submittedOn, by, verdict }, index) => (
          <li key={index}>
            <span className={classes.head}>
              <strong>{label}</strong>
              <StatePill tone={words[verdict].tone}>{words[verdict].name}</StatePill>
            </span>
            <span className={classes.dim}>{t`${exactText(submittedOn)} from ${by}`}</span>
            <span>{words[verdict].meaning}</span>
          </li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p>
          <Plural
            value={leftOut}
            one="# receipt does not name its answer and cannot be checked."
            other="# receipts do not name their answers and cannot be checked."
          />
        </p>
      )}
    </>
  )
}

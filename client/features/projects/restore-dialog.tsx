import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { RestoredProject } from '#schema/api/projects-service/archives.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { formatBytes } from '../../ui/browser/format-bytes.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { ProgressBar } from '../../ui/pages/progress-bar.tsx'
import classes from './restore-dialog.module.css'
import { ARCHIVE_ENDING } from './restore-project.ts'
import { useRestore } from './use-restore.ts'

const LIMIT_MB = RESTORE_LIMITS.bytes / 1_000_000

/** Restores a project archive as a new project: choose → send → check → done. */
export function RestoreDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { step, take, stop, leave } = useRestore()
  const content = useRef<HTMLDivElement>(null)
  useEffect(
    () => content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(),
    [step.at],
  )
  const close = () => {
    leave()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={t`Restore a project from an archive`}
      isClosable={step.at !== 'sending'}
      closeOnClickOutside={false}
    >
      <div ref={content}>
        {step.at === 'choose' && (
          <Choose problem={step.problem} onFile={(file) => void take(file)} onCancel={close} />
        )}
        {step.at === 'sending' && <Sending file={step.file} sent={step.sent} onStop={stop} />}
        {step.at === 'checking' && <Checking file={step.file} onClose={close} />}
        {step.at === 'done' && <Done project={step.project} onClose={close} />}
      </div>
    </Dialog>
  )
}

interface ChooseProps {
  problem: string | null
  onFile: (file: File) => void
  onCancel: () => void
}

function Choose({ problem, onFile, onCancel }: ChooseProps) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && offlineReason === null) onFile(file)
  }
  return (
    <>
      <p>
        <Trans>
          The archive becomes a new project that can be read but not changed, and only you have
          access. Vendors and people in it are names without access. No notifications are sent.
        </Trans>
      </p>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p>
          <Trans>Drop an archive here, or</Trans>
        </p>
        <ExplainedButton
          data-autofocus
          reason={offlineReason}
          onClick={() => input.current?.click()}
        >{t`Choose an archive`}</ExplainedButton>
        <input
          ref={input}
          type="file"
          hidden
          accept={ARCHIVE_ENDING}
          aria-label={t`Project archive`}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file !== undefined) onFile(file)
          }}
        />
        <p className={classes.hint}>{t`${ARCHIVE_ENDING}, up to ${LIMIT_MB} MB`}</p>
      </div>
      <div role="alert">{problem !== null && <p className={classes.problem}>{problem}</p>}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </>
  )
}

interface SendingProps {
  file: File
  sent: number
  onStop: () => void
}

function Sending({ file, sent, onStop }: SendingProps) {
  const { t } = useLingui()
  const percent = Math.floor((sent / file.size) * 100)
  return (
    <>
      <p className={classes.name} role="status">
        <Trans>Sending {file.name}</Trans>
      </p>
      <p>{t`${formatBytes(sent)} of ${formatBytes(file.size)}`}</p>
      <ProgressBar value={percent} total={100} label={t`${percent} % sent`} />
      <div className={classes.buttons}>
        <Button data-autofocus variant="default" onClick={onStop}>{t`Stop`}</Button>
      </div>
    </>
  )
}

function Checking({ file, onClose }: { file: File; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <p className={classes.name} role="status">
        <Trans>The server checks {file.name} and restores the project…</Trans>
      </p>
      <p className={classes.hint}>
        <Trans>You can close this window. You will be told when the project is there.</Trans>
      </p>
      <div className={classes.buttons}>
        <Button data-autofocus variant="default" onClick={onClose}>{t`Close window`}</Button>
      </div>
    </>
  )
}

function Done({ project, onClose }: { project: RestoredProject; onClose: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, name, version, counts, leavesOutSealed } = project
  const facts: readonly [string, number][] = [
    [t`Requirements`, counts.requirements],
    [t`Answers`, counts.answers],
    [t`Vendors`, counts.vendors],
    [t`Files`, counts.files],
    [t`Log entries`, counts.logEntries],
  ]
  const open = () => {
    onClose()
    void navigate({ to: '/project/$id/detail', params: { id } })
  }
  return (
    <>
      <div role="status">
        <p className={classes.name}>
          <Trans>
            {name} (version {version}) is restored.
          </Trans>
        </p>
        <dl className={classes.facts}>
          {facts.map(([fact, count]) => (
            <div key={fact} style={{ display: 'contents' }}>
              <dt>{fact}</dt>
              <dd>{count}</dd>
            </div>
          ))}
        </dl>
        {leavesOutSealed && (
          <p>
            <Trans>
              The answers were still sealed when this archive was written, so it has none of them.
            </Trans>
          </p>
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
        <Button data-autofocus onClick={open}>{t`Open project`}</Button>
      </div>
    </>
  )
}

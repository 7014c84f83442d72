import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { UnsentFile } from '#schema/api/unsent-file.ts'
import { UNSENT_FILE_ENDING } from '#schema/api/unsent-ending.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import { minuteText } from '../../lib/time-text.ts'
import { type Brought, bringUnsent, readUnsentFile } from '../../lib/bring-unsent.ts'
import { useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './bring-dialog.module.css'

/**
 * Steps: choose → chosen → sending → done. After an error, sending goes back to chosen; repeating
 * it applies nothing twice.
 */
type Step =
  | { at: 'choose'; problem: string | null }
  | { at: 'chosen'; file: UnsentFile; problem: string | null }
  | { at: 'sending'; file: UnsentFile; share: number }
  | { at: 'done'; brought: Brought }

/**
 * Sends the unsent edits of another device from a file, for a device whose network blocks the
 * server. That device receives the results later.
 */
export function BringDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>({ at: 'choose', problem: null })
  const read = (file: File) =>
    readUnsentFile(file).then(
      (found) => setStep({ at: 'chosen', file: found, problem: null }),
      (error: unknown) => setStep({ at: 'choose', problem: `${file.name}: ${refusalText(error)}` }),
    )
  const send = (file: UnsentFile) => {
    setStep({ at: 'sending', file, share: 0 })
    bringUnsent(file, (_brought, share) => setStep({ at: 'sending', file, share })).then(
      (brought) => setStep({ at: 'done', brought }),
      (error: unknown) => setStep({ at: 'chosen', file, problem: refusalText(error) }),
    )
  }
  const isSending = step.at === 'sending'
  return (
    <Dialog
      onClose={onClose}
      title={t`Import unsent work`}
      zIndex={360}
      isClosable={!isSending}
      closeOnClickOutside={false}
    >
      {step.at === 'choose' && <Choose problem={step.problem} onFile={(file) => void read(file)} />}
      {step.at === 'chosen' && (
        <Chosen
          file={step.file}
          problem={step.problem}
          onSend={() => send(step.file)}
          onBack={() => setStep({ at: 'choose', problem: null })}
        />
      )}
      {isSending && <Sending share={step.share} />}
      {step.at === 'done' && <Done brought={step.brought} onClose={onClose} />}
    </Dialog>
  )
}

function Choose({ problem, onFile }: { problem: string | null; onFile: (file: File) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p className={classes.lead}>
        <Trans>
          On the computer that is offline, open this panel and choose “Download unsent work”. Bring
          the file here and choose it. The work stays unsent there until that computer is online,
          and nothing is saved twice.
        </Trans>
      </p>
      <Button data-autofocus onClick={() => input.current?.click()}>{t`Choose file`}</Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={`${UNSENT_FILE_ENDING},.json`}
        aria-label={t`File of unsent work`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Problem text={problem} />
    </>
  )
}

function Chosen({
  file,
  problem,
  onSend,
  onBack,
}: {
  file: UnsentFile
  problem: string | null
  onSend: () => void
  onBack: () => void
}) {
  const { t } = useLingui()
  const isOffline = useSyncStatus().phase === 'offline'
  const session = useSession()
  const isForeign = session?.username !== file.username
  const { name, username, organization, edits, savedOn } = file
  const isElsewhere = organization !== undefined && organization.id !== session?.organizationId
  const reason = isForeign
    ? t`This work was written by ${name} (${username}). Sign in as ${username} to import it.`
    : isElsewhere
      ? t`This work was written in ${organization.name}. Switch to that organization to import it.`
      : edits === 0
        ? t`This file contains no unsent work.`
        : isOffline
          ? t`This needs a connection to the server. Try again when you are online.`
          : null
  return (
    <>
      <dl className={classes.facts}>
        <dt>
          <Trans>Written by</Trans>
        </dt>
        <dd>
          {name} ({username}){organization !== undefined && `, ${organization.name}`}
        </dd>
        <dt>
          <Trans>Saved</Trans>
        </dt>
        <dd>{minuteText(savedOn)}</dd>
        <dt>
          <Trans>Contains</Trans>
        </dt>
        <dd>
          <Plural value={edits} one="# unsent edit" other="# unsent edits" />
        </dd>
      </dl>
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      <Problem text={problem} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>{t`Choose another file`}</Button>
        <ExplainedButton reason={reason} onClick={onSend} data-autofocus>
          {problem === null ? t`Send` : t`Try again`}
        </ExplainedButton>
      </div>
    </>
  )
}

function Sending({ share }: { share: number }) {
  const { t } = useLingui()
  const percent = Math.round(share * 100)
  return (
    <p role="status">
      {t`Sending: ${percent} %`}{' '}
      <progress className={classes.progress} max={100} value={percent} aria-label={t`Sent`} />
    </p>
  )
}

function Done({
  brought: { known, applied, kept },
  onClose,
}: {
  brought: Brought
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <>
      <div role="status">
        <p className={classes.lead}>
          <Plural value={applied} one="# edit was saved." other="# edits were saved." />
        </p>
        {known > 0 && (
          <p>
            <Plural
              value={known}
              one="# edit was already on the server."
              other="# edits were already on the server."
            />
          </p>
        )}
        {kept.length > 0 && (
          <>
            <p>
              <Plural
                value={kept.length}
                one="# edit was rejected in full or in part. It stays on the computer where it was written, for you to decide there:"
                other="# edits were rejected in full or in part. They stay on the computer where they were written, for you to decide there:"
              />
            </p>
            <ul className={classes.kept} tabIndex={0} aria-label={t`Rejected`}>
              {kept.map(({ mid, reason, detail }) => (
                <li key={mid}>
                  {reason === 'CONFLICT'
                    ? t`Someone else changed the same field`
                    : reason !== null && isMessageCode(reason)
                      ? codeText(reason, detail)
                      : reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>{t`Done`}</Button>
      </div>
    </>
  )
}

function Problem({ text }: { text: string | null }) {
  return <div role="alert">{text !== null && <p className={classes.problem}>{text}</p>}</div>
}

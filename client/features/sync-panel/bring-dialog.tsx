import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { UnsentFile } from '#schema/api/unsent-file.ts'
import { UNSENT_FILE_ENDING } from '#schema/api/unsent-ending.ts'
import { formatDateTime } from '#schema/rules/format.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import { type Brought, bringUnsent, readUnsentFile } from '../../lib/bring-unsent.ts'
import { useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ExplainedButton } from '../../ui/explained-button.tsx'
import { codeText, refusalText } from '../../ui/refusal-text.ts'
import classes from './bring-dialog.module.css'

/** choose → chosen → sending → done, or → chosen again with the error: nothing is applied twice. */
type Step =
  | { at: 'choose'; problem: string | null }
  | { at: 'chosen'; file: UnsentFile; problem: string | null }
  | { at: 'sending'; file: UnsentFile; share: number }
  | { at: 'done'; brought: Brought }

/** For a laptop whose network lets nothing through: its work comes as a file, is sent from here, and the laptop finds the verdicts later. */
export function BringDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>({ at: 'choose', problem: null })
  const read = (file: File) => readUnsentFile(file).then(
    (found) => setStep({ at: 'chosen', file: found, problem: null }), (error: unknown) => setStep({ at: 'choose', problem: `${file.name}: ${refusalText(error)}` }),
  )
  const send = (file: UnsentFile) => {
    setStep({ at: 'sending', file, share: 0 })
    bringUnsent(file, (_brought, share) => setStep({ at: 'sending', file, share })).then(
      (brought) => setStep({ at: 'done', brought }), (error: unknown) => setStep({ at: 'chosen', file, problem: refusalText(error) }),
    )
  }
  const isSending = step.at === 'sending'
  return (
    <Dialog
      onClose={onClose} title={t`Bring in unsent work`} zIndex={360} isClosable={!isSending} closeOnClickOutside={false}
    >
      {step.at === 'choose' && <Choose problem={step.problem} onFile={(file) => void read(file)} />}
      {step.at === 'chosen' && <Chosen file={step.file} problem={step.problem} onSend={() => send(step.file)} onBack={() => setStep({ at: 'choose', problem: null })} />}
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
        <Trans>On the computer that cannot send, open this panel and press “Download unsent work”. Carry the file here and choose it. It stays unsent there until that computer is online again, and nothing is applied twice.</Trans>
      </p>
      <Button data-autofocus onClick={() => input.current?.click()}>{t`Choose the file`}</Button>
      <input
        ref={input} type="file" hidden accept={`${UNSENT_FILE_ENDING},.json`} aria-label={t`File of unsent work`}
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

function Chosen({ file, problem, onSend, onBack }: { file: UnsentFile; problem: string | null; onSend: () => void; onBack: () => void }) {
  const { t } = useLingui()
  const isOffline = useSyncStatus().phase === 'offline'
  const session = useSession()
  const isForeign = session?.username !== file.username
  const { name, username, organization, edits, savedOn } = file
  const isElsewhere = organization !== undefined && organization.id !== session?.organizationId
  const reason = isForeign ? t`This work was written by ${name} (${username}). Only the same person can bring it in: sign in as ${username}.`
    : isElsewhere ? t`This work was written in ${organization.name}. Make that organization the active one to bring it in.`
    : edits === 0 ? t`There is nothing unsent in this file.`
    : isOffline ? t`This needs a connection to the server. It can be done as soon as you are online again.` : null
  return (
    <>
      <dl className={classes.facts}>
        <dt><Trans>Written by</Trans></dt><dd>{name} ({username}){organization !== undefined && `, ${organization.name}`}</dd>
        <dt><Trans>Saved</Trans></dt><dd>{formatDateTime(savedOn)}</dd>
        <dt><Trans>Holds</Trans></dt><dd><Plural value={edits} one="# unsent edit" other="# unsent edits" /></dd>
      </dl>
      {reason !== null && <p className={classes.reason}>{reason}</p>}
      <Problem text={problem} />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack}>{t`Choose another`}</Button>
        <ExplainedButton reason={reason} onClick={onSend} data-autofocus>{problem === null ? t`Send it` : t`Try again`}</ExplainedButton>
      </div>
    </>
  )
}

function Sending({ share }: { share: number }) {
  const { t } = useLingui()
  const percent = Math.round(share * 100)
  return <p role="status">{t`Sending: ${percent} %`} <progress className={classes.progress} max={100} value={percent} aria-label={t`Sent`} /></p>
}

function Done({ brought: { known, applied, kept }, onClose }: { brought: Brought; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <>
      <div role="status">
        <p className={classes.lead}><Plural value={applied} one="# edit was applied." other="# edits were applied." /></p>
        {known > 0 && <p><Plural value={known} one="# edit was on the server already." other="# edits were on the server already." /></p>}
        {kept.length > 0 && (
          <>
            <p><Plural value={kept.length} one="# edit was not taken, or in part. It is kept on the computer that wrote it, to be decided there:" other="# edits were not taken, or in part. They are kept on the computer that wrote them, to be decided there:" /></p>
            <ul className={classes.kept} tabIndex={0} aria-label={t`Not taken`}>
              {kept.map(({ mid, reason, detail }) => (
                <li key={mid}>{reason === 'CONFLICT' ? t`Somebody else changed the same field` : reason !== null && isMessageCode(reason) ? codeText(reason, detail) : reason}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className={classes.buttons}><Button data-autofocus onClick={onClose}>{t`Done`}</Button></div>
    </>
  )
}

function Problem({ text }: { text: string | null }) {
  return <div role="alert">{text !== null && <p className={classes.problem}>{text}</p>}</div>
}

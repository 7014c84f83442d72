import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { InferOutput } from 'valibot'
import { unsubscribe } from '#schema/api/notification-service/unsubscribe.ts'
import { callsOf } from '../../lib/api.ts'
import { GROUP_NAMES } from '../../lib/notice-group-names.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'
import { readLinkScope } from './unsubscribe-scope.ts'

const calls = callsOf(unsubscribe)
type Step = 'asked' | 'ended' | 'undone'
type Ended = InferOutput<typeof unsubscribe.end.reply>

/**
 * Ends the emails that a link names, without a sign-in. Opening the page changes nothing, because
 * mail programs open links too. It names the kinds and not the project: the link outlives the
 * person's access, and may have been forwarded.
 */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>('asked')
  const [ended, setEnded] = useState<Ended | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    setFault(null)
    const isEnding = step !== 'ended'
    try {
      setEnded(await (isEnding ? calls.end : calls.undo)({ params: { token } }))
      setStep(isEnding ? 'ended' : 'undone')
    } catch (error) {
      setFault(refusalText(error))
    }
    setBusy(false)
  }
  return (
    <PublicPage title={t`Emails of this kind`}>
      <ErrorSummary errors={fault === null ? [] : [{ inputId: null, text: fault }]} />
      <p className={classes.text} role="status">
        {ended === null ? (
          <>
            <Trans>You no longer want emails of this kind? They stay in your notifications.</Trans>
            <Asked token={token} />
          </>
        ) : (
          <Outcome ended={ended} isUndone={step === 'undone'} />
        )}
      </p>
      <Button
        size="sm"
        fullWidth
        variant={step === 'ended' ? 'default' : 'filled'}
        loading={isBusy}
        loaderProps={{ type: 'dots' }}
        onClick={() => void press()}
      >
        {step === 'ended' ? <Trans>Undo</Trans> : <Trans>Stop these emails</Trans>}
      </Button>
    </PublicPage>
  )
}

/** The kinds that the link says it ends. */
function Asked({ token }: { token: string }) {
  const { t } = useLingui()
  const { groups, isOneProject } = readLinkScope(token)
  if (groups.length === 0) return null
  const kinds = groups.map((group) => t(GROUP_NAMES[group])).join(', ')
  return (
    <span className={classes.kinds}>
      {isOneProject ? (
        <Trans>In one project: {kinds}</Trans>
      ) : (
        <Trans>In all projects: {kinds}</Trans>
      )}
    </span>
  )
}

function Outcome({
  ended: { groups, isOneProject },
  isUndone,
}: {
  ended: Ended
  isUndone: boolean
}) {
  const { t } = useLingui()
  const kinds = groups.map((group) => t(GROUP_NAMES[group])).join(', ')
  if (isUndone)
    return isOneProject ? (
      <Trans>You get these emails from this project again, as before: {kinds}.</Trans>
    ) : (
      <Trans>You get these emails from all projects again, as before: {kinds}.</Trans>
    )
  return isOneProject ? (
    <Trans>You get no more of these emails from this project: {kinds}.</Trans>
  ) : (
    <Trans>You get no more of these emails from any project: {kinds}.</Trans>
  )
}

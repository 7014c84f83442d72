import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { unsubscribe } from '#schema/api/notification-service/unsubscribe.ts'
import { callsOf } from '../../lib/api.ts'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'

const calls = callsOf(unsubscribe)
type Step = 'asked' | 'ended' | 'undone'

/**
 * Ends the emails that a link names, without a sign-in. Opening the page changes nothing, because
 * mail programs open links too.
 */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useLingui()
  const [step, setStep] = useState<Step>('asked')
  const [isOneProject, setOneProject] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    setFault(null)
    const isEnding = step !== 'ended'
    try {
      const done = await (isEnding ? calls.end : calls.undo)({ params: { token } })
      setOneProject(done.isOneProject)
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
        {step === 'asked' && (
          <Trans>You no longer want emails of this kind? They stay in your notifications.</Trans>
        )}
        {step === 'ended' &&
          (isOneProject ? (
            <Trans>You get no more emails of this kind from this project.</Trans>
          ) : (
            <Trans>You get no more emails of this kind from any project.</Trans>
          ))}
        {step === 'undone' && <Trans>You get these emails again, as before.</Trans>}
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

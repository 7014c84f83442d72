import { Button, Group, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { isOwnPassword, renewSession, useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'

interface RenewSessionDialogProps {
  /**
   * The session is locked after hours of inactivity: hide the application until the password is
   * entered.
   */
  isIdle: boolean
  onRenewed: () => void
  signOut: () => void
}
interface Faults {
  password?: string
  otp?: string
}

/**
 * Renews the session. If an idle person is offline, the device checks the password; a server that
 * can be reached decides instead.
 */
const renew = async (password: string, otp: string | null, isIdle: boolean): Promise<void> => {
  try {
    await renewSession(password, otp)
  } catch (error) {
    const isOffline = error instanceof Error && error.name === 'OfflineError'
    if (!isIdle || !isOffline) throw error
    if (!(await isOwnPassword(password))) throw new Refusal('BAD_CREDENTIALS')
  }
}

/** Covers the page until the same person signs in again. Unsaved text behind it is kept. */
export function RenewSessionDialog({ isIdle, onRenewed, signOut }: RenewSessionDialogProps) {
  const { t } = useLingui()
  const session = useSession()
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(session?.otpActivated === true)
  const [faults, setFaults] = useState<Faults>({})
  const [wrongCodes, setWrongCodes] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isOver = wrongCodes >= LIMITS.reauthenticationAttempts

  const explain = (problem: unknown): Faults => {
    const code = problem instanceof Refusal ? problem.code : null
    if (code === 'OTP_REQUIRED') setCodeAsked(true)
    if (code === 'OTP_INVALID') setWrongCodes(wrongCodes + 1)
    if (code === 'session.attempts') setWrongCodes(LIMITS.reauthenticationAttempts)
    const text =
      code === 'OTP_INVALID' && wrongCodes + 1 >= LIMITS.reauthenticationAttempts
        ? codeText('session.attempts')
        : refusalText(problem)
    return code?.startsWith('OTP_') === true || code === 'session.attempts'
      ? { otp: text }
      : { password: text }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // An idle session can be unlocked offline, where no code can be checked.
    const needsCode = isCodeAsked && !isIdle
    if (password === '' || (needsCode && otp.trim() === ''))
      return setFaults({
        ...(password === '' ? { password: t`Enter your password` } : {}),
        ...(needsCode && otp.trim() === '' ? { otp: codeText('OTP_MISSING') } : {}),
      })
    setBusy(true)
    setFaults({})
    try {
      await renew(password, otp.trim() === '' ? null : otp, isIdle)
      setPassword('')
      onRenewed()
    } catch (problem) {
      setFaults(explain(problem))
    }
    setBusy(false)
  }
  return (
    <Dialog
      onClose={() => undefined}
      isClosable={false}
      title={t`Renew session`}
      zIndex={350}
      {...(isIdle ? { overlayProps: { backgroundOpacity: 1, color: 'var(--page)' } } : {})}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        {isIdle && <p role="status">{codeText('session.inactive')}</p>}
        <p>{codeText('relogin')}</p>
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          required
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={faults.password}
        />
        {isCodeAsked && (
          <TextInput
            mt="sm"
            label={t`2FA code`}
            autoComplete="one-time-code"
            inputMode="numeric"
            required={!isIdle}
            value={otp}
            onChange={(event) => setOtp(event.currentTarget.value)}
            error={faults.otp}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={signOut}>{t`Sign out`}</Button>
          <ExplainedButton
            type="submit"
            reason={isOver ? codeText('session.attempts') : null}
            loading={isBusy}
          >{t`Renew session`}</ExplainedButton>
        </Group>
      </form>
    </Dialog>
  )
}

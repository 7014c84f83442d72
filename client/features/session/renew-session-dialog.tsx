import { Button, Group, Modal, PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { renewSession } from '../../lib/session.ts'
import { codeText, refusalText } from '../../ui/refusal-text.ts'

/** Stands over the page until the same person signs in again; what they were writing stays where it is. */
export function RenewSessionDialog({ signOut }: { signOut: () => void }) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setError(t`This field is required`)
    setBusy(true)
    setError(null)
    try {
      await renewSession(password)
      setPassword('')
    } catch (problem) {
      setError(refusalText(problem))
    }
    setBusy(false)
  }
  return (
    <Modal
      opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t`Renew session`}
      zIndex={350}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p>{codeText('relogin')}</p>
        <PasswordInput
          label={t`Password`} autoComplete="current-password" required data-autofocus value={password}
          onChange={(event) => setPassword(event.currentTarget.value)} error={error}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={signOut}>{t`Logout`}</Button>
          <Button type="submit" loading={isBusy}>{t`Renew session`}</Button>
        </Group>
      </form>
    </Modal>
  )
}

import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { emailChange } from '#schema/api/users-service/passwords.ts'
import { invitations, type LinkFacts } from '#schema/api/users-service/registration.ts'
import { callsOf } from '../../lib/api.ts'
import { currentSession } from '../../lib/session.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'

interface ConfirmPageProps {
  title: string
  text: ReactNode
  label: string
  confirm: () => Promise<void>
  links?: ReactNode
}

/**
 * Mail programs open links too, so opening one must change nothing: the person has to press a
 * button.
 */
function ConfirmPage({ title, text, label, confirm, links }: ConfirmPageProps) {
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    setFault(null)
    await confirm().catch((error: unknown) => setFault(refusalText(error)))
    setBusy(false)
  }
  return (
    <PublicPage title={title}>
      <ErrorSummary errors={fault === null ? [] : [{ inputId: null, text: fault }]} />
      <p className={classes.text}>{text}</p>
      <Button
        size="sm"
        fullWidth
        loading={isBusy}
        loaderProps={{ type: 'dots' }}
        onClick={() => void press()}
      >
        {label}
      </Button>
      {links !== undefined && <ul className={classes.links}>{links}</ul>}
    </PublicPage>
  )
}

export function EmailVerificationPage({
  facts,
  onConfirmed,
}: {
  facts: LinkFacts
  onConfirmed: () => void
}) {
  const { t } = useLingui()
  return (
    <ConfirmPage
      title={t`Confirm your email address`}
      text={<Trans>Confirm that {facts.email} is your address to continue registering.</Trans>}
      label={t`Confirm email address`}
      confirm={async () => onConfirmed()}
    />
  )
}

export function EmailChangePage({ token, facts }: { token: string; facts: LinkFacts }) {
  const { t } = useLingui()
  const [isDone, setDone] = useState(false)
  if (isDone) {
    return (
      <PublicPage title={t`Your email address was changed`}>
        <p className={classes.text} role="status">
          <Trans>We now send emails about your account to {facts.email}.</Trans>
        </p>
        <ul className={classes.links}>
          <li>
            <Link to="/">
              <Trans>Continue</Trans>
            </Link>
          </li>
        </ul>
      </PublicPage>
    )
  }
  return (
    <ConfirmPage
      title={t`Confirm your new email address`}
      text={<Trans>We will send emails about your account to {facts.email}.</Trans>}
      label={t`Confirm new address`}
      confirm={async () => {
        await callsOf(emailChange).confirm({ body: { token } })
        setDone(true)
      }}
    />
  )
}

interface EmailChangeUndoPageProps {
  token: string
  facts: LinkFacts
  /** Called with the token for setting a new password. */
  onUndone: (resetToken: string) => void
}

/** Undoes a change of the e-mail address. The link was sent to the former address. */
export function EmailChangeUndoPage({ token, facts, onUndone }: EmailChangeUndoPageProps) {
  const { t } = useLingui()
  return (
    <ConfirmPage
      title={t`Undo the change of your email address`}
      label={t`Undo and set a new password`}
      text={
        <Trans>
          We will send emails about your account to {facts.email} again. You are signed out
          everywhere, and your current password stops working. Set a new one in the next step.
        </Trans>
      }
      confirm={async () =>
        onUndone((await callsOf(emailChange).undo({ body: { token } })).resetToken)
      }
    />
  )
}

interface InvitationPageProps {
  token: string
  facts: LinkFacts
  onRegister: () => void
  onSignIn: () => void
  onJoined: () => void
  /** The contact has to be approved before joining. */
  onWaiting: () => void
}

/** Accepts an invitation: new people register; people with an account sign in and join. */
export function InvitationPage({
  token,
  facts,
  onRegister,
  onSignIn,
  onJoined,
  onWaiting,
}: InvitationPageProps) {
  const { t } = useLingui()
  const session = currentSession()
  const title = t`Invitation to ${facts.organizationName ?? ''}`
  if (session !== null) {
    return (
      <ConfirmPage
        title={title}
        label={t`Join`}
        text={
          <Trans>
            You are signed in as {session.name}. If you join, {facts.organizationName} becomes your
            active organization.
          </Trans>
        }
        confirm={async () => {
          const { state } = await callsOf(invitations).accept({ body: { token } })
          if (state === 'WAITING') onWaiting()
          else onJoined()
        }}
      />
    )
  }
  if (facts.hasAccount) {
    return (
      <ConfirmPage
        title={title}
        text={<Trans>An account with your address already exists. Sign in with it to join.</Trans>}
        label={t`Sign in and join`}
        confirm={async () => onSignIn()}
      />
    )
  }
  return (
    <ConfirmPage
      title={title}
      text={<Trans>You are invited to work with {facts.organizationName} in Tenderbook.</Trans>}
      label={t`Register`}
      confirm={async () => onRegister()}
      links={
        <li>
          <Link to="/login">
            <Trans>Sign in</Trans>
          </Link>
        </li>
      }
    />
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LinkState } from '#schema/tables/link-purposes.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'

const SignInLink = () => (
  <li>
    <Link to="/login">
      <Trans>Sign in</Trans>
    </Link>
  </li>
)

function Notice({
  title,
  children,
  links,
}: {
  title: string
  children: ReactNode
  links: ReactNode
}) {
  return (
    <PublicPage title={title}>
      {children}
      <ul className={classes.links}>{links}</ul>
    </PublicPage>
  )
}

export function RegistrationSuccessPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`You are registered`} links={<SignInLink />}>
      <p className={classes.text}>
        <Trans>Your account is ready. Sign in with your username and password.</Trans>
      </p>
    </Notice>
  )
}

export function RegistrationApprovalPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Your account is waiting for approval`} links={<SignInLink />}>
      <p className={classes.text}>
        <Trans>
          An administrator or the organization that invites your company approves new accounts. We
          send you an email when you can sign in. Until then you have access to nothing new.
        </Trans>
      </p>
    </Notice>
  )
}

export function VerifyEmailPage() {
  const { t } = useLingui()
  return (
    <Notice
      title={t`Check your email`}
      links={
        <>
          <li>
            <Link to="/registration">
              <Trans>Use another address</Trans>
            </Link>
          </li>
          <SignInLink />
        </>
      }
    >
      <p className={classes.text}>
        <Trans>
          We sent you an email with a link to continue. The link works once, for 30 minutes.
        </Trans>
      </p>
      <p className={classes.text}>
        <Trans>No email? Check your spam folder, or request it again.</Trans>
      </p>
    </Notice>
  )
}

export function ForgottenPasswordSuccessPage() {
  const { t } = useLingui()
  return (
    <Notice
      title={t`Check your email`}
      links={
        <>
          <li>
            <Link to="/forgotten-password">
              <Trans>Request again</Trans>
            </Link>
          </li>
          <SignInLink />
        </>
      }
    >
      <p className={classes.text}>
        <Trans>
          If an account with this name or address exists, we sent it a link to set a new password.
          The link works once, for 30 minutes.
        </Trans>
      </p>
    </Notice>
  )
}

export function PasswordChangedPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Your password was changed`} links={<SignInLink />}>
      <p className={classes.text}>
        <Trans>You were signed out everywhere. Sign in with the new password.</Trans>
      </p>
    </Notice>
  )
}

interface LinkInvalidPageProps {
  reason: Exclude<LinkState, 'valid'>
  /** The link was meant to undo a change of the e-mail address. */
  isUndo?: boolean
}

/** Explains why a link from an e-mail is no longer valid, and what to do. */
export function LinkInvalidPage({ reason, isUndo = false }: LinkInvalidPageProps) {
  const { t } = useLingui()
  const undoTexts: Partial<Record<typeof reason, string>> = {
    expired: t`The 7 days to undo the change are over. If you did not request it, tell your administrator.`,
    used: t`The change was already undone, or was never confirmed.`,
  }
  const texts = {
    expired: t`This link has expired. Request a new one.`,
    used: t`This link was already used. If that was you, there is nothing left to do.`,
    cancelled: t`This invitation was withdrawn. Ask the person who invited you for a new one.`,
    unknown: t`This link is invalid. Copy the whole address from the email.`,
  } as const satisfies Record<typeof reason, string>
  return (
    <Notice
      title={t`This link does not work`}
      links={
        <>
          <SignInLink />
          <li>
            <Link to="/forgotten-password">
              <Trans>Forgot password?</Trans>
            </Link>
          </li>
          <li>
            <Link to="/registration">
              <Trans>Register</Trans>
            </Link>
          </li>
        </>
      }
    >
      <p className={classes.text}>{(isUndo ? undoTexts[reason] : undefined) ?? texts[reason]}</p>
    </Notice>
  )
}

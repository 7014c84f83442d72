import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LinkState } from '#schema/tables/link-purposes.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'

const SignInLink = () => <li><Link to="/login"><Trans>Sign in</Trans></Link></li>

function Notice({ title, children, links }: { title: string; children: ReactNode; links: ReactNode }) {
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
      <p className={classes.text}><Trans>Your account is ready. Sign in with the username and password that you chose.</Trans></p>
    </Notice>
  )
}

export function RegistrationApprovalPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Your account waits for approval`} links={<SignInLink />}>
      <p className={classes.text}><Trans>An administrator looks at every new account. You get an email as soon as yours is approved; then you can sign in.</Trans></p>
    </Notice>
  )
}

export function VerifyEmailPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Look into your mailbox`} links={<><li><Link to="/registration"><Trans>Use another address</Trans></Link></li><SignInLink /></>}>
      <p className={classes.text}><Trans>We have sent you an email with a link to go on. The link works for 30 minutes and only once.</Trans></p>
      <p className={classes.text}><Trans>Nothing there? Look into the folder for spam, or ask again.</Trans></p>
    </Notice>
  )
}

export function ForgottenPasswordSuccessPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Look into your mailbox`} links={<><li><Link to="/forgotten-password"><Trans>Ask again</Trans></Link></li><SignInLink /></>}>
      <p className={classes.text}><Trans>If there is an account with that name or address, an email with a link for a new password is on its way. The link works for 30 minutes and only once.</Trans></p>
    </Notice>
  )
}

export function PasswordChangedPage() {
  const { t } = useLingui()
  return (
    <Notice title={t`Your password was changed`} links={<SignInLink />}>
      <p className={classes.text}><Trans>You were signed out everywhere. Sign in with the new password.</Trans></p>
    </Notice>
  )
}

interface LinkInvalidPageProps {
  reason: Exclude<LinkState, 'valid'>
  /** The link was to take a change of address back. */
  isUndo?: boolean
}

/** Why a link of a mail can no longer be used, and what to do then. */
export function LinkInvalidPage({ reason, isUndo = false }: LinkInvalidPageProps) {
  const { t } = useLingui()
  const undoTexts: Partial<Record<typeof reason, string>> = {
    expired: t`The 7 days for taking the change back are over. If you did not ask for it, tell your administrator.`,
    used: t`The change was taken back already, or never happens: its confirmation has ended.`,
  }
  const texts = {
    expired: t`This link has expired. Ask for a new one.`,
    used: t`This link was used already. If that was you, everything is done.`,
    cancelled: t`This invitation was taken back. Ask whoever invited you for a new one.`,
    unknown: t`This link is invalid. Perhaps a part of it is missing: copy the whole address from the email.`,
  } as const satisfies Record<typeof reason, string>
  return (
    <Notice
      title={t`This link does not work`}
      links={<><SignInLink /><li><Link to="/forgotten-password"><Trans>Forgotten password?</Trans></Link></li><li><Link to="/registration"><Trans>Register</Trans></Link></li></>}
    >
      <p className={classes.text}>{(isUndo ? undoTexts[reason] : undefined) ?? texts[reason]}</p>
    </Notice>
  )
}

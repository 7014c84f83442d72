import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import classes from './login-page.module.css'

export interface DemoAccount {
  username: string
  password: string
  name: string
  role: string
  organization: string
}

interface DemoAccountsProps {
  busyWith: string | null
  onChoose: (account: DemoAccount) => void
}

/** Translations of the demo accounts' roles, by the server's English name. */
const ROLES: Readonly<Record<string, MessageDescriptor>> = {
  'Project owner': msg`Project owner`,
  Approver: msg`Approver`,
  'Author, can create projects': msg`Author, can create projects`,
  'Primary contact': msg`Primary contact`,
  Contact: msg`Contact`,
}

/**
 * Signs in to a demo account with one click. Renders nothing unless the server is in demo mode and
 * lists accounts.
 */
export function DemoAccounts({ busyWith, onChoose }: DemoAccountsProps) {
  const { i18n } = useLingui()
  const roleOf = ({ role }: DemoAccount): string => {
    const words = ROLES[role]
    return words === undefined ? role : i18n._(words)
  }
  const [accounts, setAccounts] = useState<readonly DemoAccount[]>([])
  useEffect(() => {
    let isCurrent = true
    // Ignore the error: offline, signing in fails too, and the form reports it.
    api.auth.demoAccounts({}).then(
      (found) => {
        if (isCurrent) setAccounts(found)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (accounts.length === 0) return null
  const organizations = [...new Set(accounts.map((account) => account.organization))]
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">
        <Trans>Demo accounts</Trans>
      </h2>
      <p>
        <Trans>Sign in with one click. You can change everything in the demo.</Trans>
      </p>
      {organizations.map((organization) => (
        <div key={organization}>
          <h3>{organization}</h3>
          <ul className={classes.accounts}>
            {accounts
              .filter((account) => account.organization === organization)
              .map((account) => (
                <li key={account.username}>
                  <button
                    type="button"
                    className={classes.account}
                    aria-disabled={busyWith !== null}
                    data-username={account.username}
                    onClick={() => {
                      if (busyWith === null) onChoose(account)
                    }}
                  >
                    {account.name}{' '}
                    <span>
                      {busyWith === account.username ? <Trans>Signing in…</Trans> : roleOf(account)}
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

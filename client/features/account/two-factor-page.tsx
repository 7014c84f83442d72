import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { refreshSession } from '../../lib/own-password.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import classes from './account.module.css'
import { AccountTabs } from './account-tabs.tsx'
import { twoFactorCalls } from './calls.ts'
import { CodesPart } from './codes-part.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpPart } from './set-up-part.tsx'
import { TurnOffPart } from './turn-off-part.tsx'
import notice from '../../ui/feedback/notice.module.css'

const loadState = async () => {
  const { otpActivated, organizationId, organizationName } = await api.auth.session({})
  const { isRequired } = await twoFactorCalls.policy({ params: { id: String(organizationId) } })
  return { isOn: otpActivated, isRequired, organizationName }
}

/** Turns the second factor on and off, replaces the authenticator, and makes new recovery codes. */
export function TwoFactorPage() {
  const { t } = useLingui()
  const state = useRemote('two-factor', loadState)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const follow = () => {
    state.reload()
    void refreshSession()
  }
  const showCodes = (made: readonly string[]) => {
    setCodes(made)
    follow()
  }
  return (
    <>
      <AccountTabs />
      <Page title={t`Two-factor sign-in`} isNarrow>
        {codes !== null ? (
          <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
        ) : (
          <RemotePart remote={state}>
            {({ isOn, isRequired, organizationName }) => (
              <>
                <p className={classes.status}>
                  <StatePill tone={isOn ? 'teal' : 'amber'}>{isOn ? t`On` : t`Off`}</StatePill>
                  {isOn ? (
                    <Trans>
                      You sign in with your password and a code from your authenticator app.
                    </Trans>
                  ) : (
                    <Trans>You sign in with your password only.</Trans>
                  )}
                </p>
                {isRequired && (
                  <p className={notice.notice}>
                    <Trans>
                      {organizationName} requires two-factor sign-in, so you cannot turn it off
                      while you work there.
                    </Trans>
                  </p>
                )}
                {!isOn && <SetUpPart isNew onDone={showCodes} />}
                {isOn && <CodesPart onDone={showCodes} />}
                {isOn && <SetUpPart isNew={false} onDone={showCodes} />}
                {isOn && !isRequired && <TurnOffPart onDone={follow} />}
              </>
            )}
          </RemotePart>
        )}
      </Page>
    </>
  )
}

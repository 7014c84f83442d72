import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../lib/session.ts'
import table from '../../ui/elements/data-table.module.css'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import classes from './switch-organization.module.css'
import { WaitingText } from './waiting-text.tsx'
import { useOwnOrganizations, useSwitchOrganization } from './use-switch-organization.tsx'

/** Lists the person's organizations and switches the active one. */
export function OrganizationsPage() {
  const { t } = useLingui()
  const session = useSession()
  const organizations = useOwnOrganizations()
  const { choose, waiting } = useSwitchOrganization()
  return (
    <Page title={t`Organizations`} isNarrow>
      <p className={classes.lead}>
        <Trans>
          You work in one organization at a time and see its projects and people. Switching signs
          you out.
        </Trans>
      </p>
      <RemotePart remote={organizations}>
        {(list) => (
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Organization</Trans>
                </th>
                <th scope="col">
                  <span className="visually-hidden">
                    <Trans>Actions</Trans>
                  </span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map(({ id, name, parentName, work }) => (
                <tr key={id}>
                  <th scope="row" className={table.main}>
                    {name}{' '}
                    {parentName !== null && <span className={table.dim}>({parentName})</span>}{' '}
                    {id === session?.organizationId && (
                      <StatePill tone="teal">{t`Active`}</StatePill>
                    )}
                    {work !== null && (
                      <p className={classes.waiting}>
                        <WaitingText work={work} />
                      </p>
                    )}
                  </th>
                  <td className={table.number}>
                    {id !== session?.organizationId && (
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={t`Switch to ${name}`}
                        onClick={() => void choose(id, name)}
                      >{t`Switch…`}</Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </RemotePart>
      {waiting}
    </Page>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ChoiceSwitch } from '../../ui/fields/choice-switch.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { OrganizationsPart } from './organizations-part.tsx'
import classes from './organization.module.css'
import { RolesPart } from './roles-part.tsx'
import { UsersPart } from './users-part.tsx'

const PARTS = ['users', 'organizations', 'roles'] as const
type Part = (typeof PARTS)[number]

/** The system administration: all people, all organizations, and the permissions of the roles. */
export function AdministrationPage() {
  const { t } = useLingui()
  const [part, setPart] = useState<Part>('users')
  const names: Record<Part, string> = {
    users: t`Users`,
    organizations: t`Organizations`,
    roles: t`Roles`,
  }
  return (
    <Page
      title={t`Administration`}
      isFlush
      toolbar={
        <ChoiceSwitch
          label={t`Part`}
          value={part}
          onChange={setPart}
          options={PARTS.map((value) => ({ value, label: names[value] }))}
        />
      }
    >
      <div className={classes.body}>
        {part === 'users' ? (
          <UsersPart />
        ) : part === 'organizations' ? (
          <OrganizationsPart />
        ) : (
          <RolesPart />
        )}
      </div>
    </Page>
  )
}

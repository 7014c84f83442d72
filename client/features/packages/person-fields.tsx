import { Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { foldText } from '../../lib/fold-text.ts'
import type { TeamMember } from '../../lib/assigned-to.ts'
import { Initials } from '../../ui/elements/initials.tsx'
import { FindField } from '../../ui/fields/find-field.tsx'
import classes from './assign-dialog.module.css'

interface MembersFieldProps {
  /** Default: Members. */
  label?: string
  team: readonly TeamMember[]
  ownerId: number | null
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Longer teams get a search field. */
const SEARCHED = 8

/** The people who work in the document besides its owner. */
export function MembersField({ label, team, ownerId, chosen, onChange }: MembersFieldProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const words = foldText(search)
  const others = team.filter(({ id }) => id !== ownerId)
  const turn = (id: number, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={classes.members}>
      <legend>{label ?? t`Members`}</legend>
      {others.length > SEARCHED && (
        <FindField label={t`Find a person`} value={search} onChange={setSearch} />
      )}
      {others.length === 0 && (
        <p className={classes.none}>
          <Trans>The project has no other members.</Trans>
        </p>
      )}
      <div className={classes.people}>
        {others
          .filter(({ name }) => foldText(name).includes(words))
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              checked={chosen.has(id)}
              onChange={(event) => turn(id, event.currentTarget.checked)}
              label={
                <span className={classes.person}>
                  <Initials name={name} size={22} />
                  {name}
                </span>
              }
            />
          ))}
      </div>
    </fieldset>
  )
}

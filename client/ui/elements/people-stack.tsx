import { Trans } from '@lingui/react/macro'
import { Initials } from './initials.tsx'
import classes from './people-stack.module.css'

interface PeopleStackProps {
  owner: { id: number; name: string } | null
  members?: readonly { id: number; name: string }[]
  /** Shows the owner's name beside the initials where there is room. */
  hasName?: boolean
}

const SHOWN = 3
const SIZE_PX = 24

/** The owner and then the members as overlapping initials; "Unassigned" if there is no one. */
export function PeopleStack({ owner, members = [], hasName = false }: PeopleStackProps) {
  const people = owner === null ? members : [owner, ...members]
  if (people.length === 0)
    return (
      <span className={classes.nobody}>
        <Trans>Unassigned</Trans>
      </span>
    )
  const more = people.length - SHOWN
  return (
    <span className={classes.stack} title={people.map(({ name }) => name).join(', ')}>
      {people.slice(0, SHOWN).map(({ id, name }) => (
        <span key={id} className={classes.one} data-owner={id === owner?.id || undefined}>
          <Initials name={name} size={SIZE_PX} />
        </span>
      ))}
      {more > 0 && <span className={classes.more}>+{more}</span>}
      {hasName && owner !== null && (
        <span className={classes.name} aria-hidden>
          {owner.name}
        </span>
      )}
      <span className="visually-hidden">{people.map(({ name }) => name).join(', ')}</span>
    </span>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Project, ScoringChange } from '#schema/entities/project.ts'
import { exactText } from '../../lib/time-text.ts'
import classes from './board.module.css'

type Changes = Pick<Project, 'id' | 'scoringChanges'>

/** When, by whom and why the scoring was changed. Every reader of a score must see this. */
export function ScoringChangeText({ change }: { change: ScoringChange }) {
  const {
    what,
    by: { name },
    reason,
    on,
  } = change
  const time = exactText(on)
  return what === 'weights' ? (
    <Trans>
      Weights, {time}, by {name}: {reason}
    </Trans>
  ) : (
    <Trans>
      Scoring rules, {time}, by {name}: {reason}
    </Trans>
  )
}

const keyOf = ({ on, what, reason }: ScoringChange): string => `${on} ${what} ${reason}`

/** Warns above the board that the scoring rules changed after the answers were opened. */
export function ChangedAfterOpening({
  project: { id, scoringChanges = [] },
}: {
  project: Changes
}) {
  const [newest, ...others] = scoringChanges
  if (newest === undefined) return null
  return (
    <div className={classes.changed} role="note">
      <p>
        <strong>
          <IconHistory size={14} aria-hidden /> <Trans>Changed after opening</Trans>
        </strong>{' '}
        <ScoringChangeText change={newest} />{' '}
        <Link to="/project/$id/history" params={{ id }}>
          <Trans>Open history</Trans>
        </Link>
      </p>
      {others.length > 0 && (
        <details>
          <summary>
            <Plural value={others.length} one="# earlier change" other="# earlier changes" />
          </summary>
          <ScoringChangeList changes={others} />
        </details>
      )}
    </div>
  )
}

export function ScoringChangeList({ changes }: { changes: readonly ScoringChange[] }) {
  return (
    <ul>
      {changes.map((change) => (
        <li key={keyOf(change)}>
          <ScoringChangeText change={change} />
        </li>
      ))}
    </ul>
  )
}

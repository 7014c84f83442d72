import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { WithInitials } from '#client/ui/elements/initials.tsx'
import classes from './mentions.module.css'
import type { MentionBox } from './use-mention-box.ts'

/** The people who can be mentioned, below the text field. */
export function MentionList({ box }: { box: MentionBox }) {
  const { t } = useLingui()
  const { query, active, listId, optionId, choose } = box
  const count = query?.offered.length ?? 0
  return (
    <>
      {query !== null && (
        <div className={classes.list} id={listId} role="listbox" aria-label={t`People`}>
          {query.offered.map((person, index) => (
            <div
              key={person.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={classes.option}
              // Keeps the focus in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <WithInitials name={person.name} />
            </div>
          ))}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {count > 0 &&
          plural(count, {
            one: '# person. Choose with the arrow keys and Enter.',
            other: '# people. Choose with the arrow keys and Enter.',
          })}
      </span>
    </>
  )
}

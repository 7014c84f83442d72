import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import { forgetReplaced, replacedWords, useReplaced } from './replaced-texts.ts'
import classes from './replaced-note.module.css'

interface ReplacedNoteProps {
  /** `replacedKey` of the field. */
  at: string
  /** Writes a value into the draft of the field; absent if the field has no draft. */
  put?: (value: ParameterValue) => void
}

/** Shows below a field which text its last edit replaced unseen, with a button to restore it. */
export function ReplacedNote({ at, put }: ReplacedNoteProps) {
  const { t } = useLingui()
  const replaced = useReplaced(at)
  const takeBack = () => {
    if (put === undefined || replaced === undefined) return replaced?.takeBack()
    forgetReplaced(at)
    put(replaced.text.value)
  }
  return (
    <div role="status">
      {replaced && (
        <p className={classes.note}>
          <span className={classes.words}>{replacedWords(replaced.text)}</span>
          <Button size="compact-xs" variant="default" onClick={takeBack}>{t`Take back`}</Button>
          <button
            type="button"
            className={classes.close}
            aria-label={t`Close notification`}
            onClick={() => forgetReplaced(at)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </p>
      )}
    </div>
  )
}

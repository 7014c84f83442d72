import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import classes from './answer-panel.module.css'

/** Checks an answer that is tried in the vendor view, where nothing is submitted. */
export function TriedNote({ isValid, attempt }: { isValid: boolean; attempt: () => void }) {
  const { t } = useLingui()
  const [isChecked, setChecked] = useState(false)
  return (
    <span className={classes.tried}>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          attempt()
          setChecked(true)
        }}
      >
        <Trans>Check answer</Trans>
      </Button>
      <span className={classes.saved} role="status">
        {isChecked && isValid ? t`This answer can be submitted.` : t`Only tried, not saved`}
      </span>
    </span>
  )
}

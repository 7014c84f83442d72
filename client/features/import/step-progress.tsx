import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import classes from './import-dialog.module.css'
import type { ImportProgress } from './run-import.ts'
import { StepFrame } from './step-frame.tsx'

export function StepProgress({
  progress,
  onStop,
}: {
  progress: ImportProgress
  onStop: () => void
}) {
  const { t, i18n } = useLingui()
  const [isStopping, setStopping] = useState(false)
  const done = i18n.number(progress.done)
  const total = i18n.number(progress.total)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  return (
    <StepFrame
      title={t`Importing`}
      footer={<Button variant="default" onClick={stop} loading={isStopping}>{t`Stop`}</Button>}
    >
      <progress
        className={classes.progress}
        value={progress.done}
        max={Math.max(progress.total, 1)}
        aria-label={t`Import progress`}
      />
      <p role="status">
        <Trans>
          {done} of {total} requirements are saved on this device.
        </Trans>
      </p>
    </StepFrame>
  )
}

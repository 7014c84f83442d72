import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { applyUpdate, useUpdateState } from './service-worker-update.ts'
import classes from '../../ui/elements/bar.module.css'

/** Offers a new version and waits for the person, so that it never interrupts typing. */
export function UpdateBar() {
  const { t } = useLingui()
  const state = useUpdateState()
  const [putOff, setPutOff] = useState<string | null>(null)
  if (state === 'none' || putOff === state) return null
  return (
    <div className={classes.bar} role="status" data-no-print>
      <span className={classes.text}>
        {state === 'taken' ? (
          <Trans>A new version of Tenderbook is ready.</Trans>
        ) : state === 'applying' ? (
          <Trans>Loading the new version. Your text is kept.</Trans>
        ) : (
          <Trans>A new version of Tenderbook is ready.</Trans>
        )}
      </span>
      <Button
        size="compact-xs"
        loading={state === 'applying'}
        onClick={() => void applyUpdate()}
      >{t`Update now`}</Button>
      {state !== 'applying' && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setPutOff(state)}
        >{t`Later`}</Button>
      )}
    </div>
  )
}

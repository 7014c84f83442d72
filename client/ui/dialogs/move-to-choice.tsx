import { Button, Group, Radio } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import classes from './move-to-choice.module.css'

export interface MoveToDialogProps {
  title: string
  /** The other rows, in order. */
  places: readonly { id: string; label: string }[]
  onMove: (after: string | null) => void
  onClose: () => void
}

const FIRST = '-first'

/** The choice of positions, loaded on demand. */
export function MoveToChoice({ title, places, onMove, onClose }: MoveToDialogProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(FIRST)
  return (
    <Dialog onClose={onClose} title={title}>
      <Radio.Group label={t`Where to`} value={chosen} onChange={setChosen}>
        <div className={classes.places}>
          <Radio value={FIRST} label={t`First`} data-autofocus />
          {places.map(({ id, label }) => (
            <Radio key={id} value={id} label={t`After ${label}`} />
          ))}
        </div>
      </Radio.Group>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button
          onClick={() => {
            onMove(chosen === FIRST ? null : chosen)
            onClose()
          }}
        >{t`Move`}</Button>
      </Group>
    </Dialog>
  )
}

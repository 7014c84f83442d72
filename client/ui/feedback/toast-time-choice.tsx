import { Radio, Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { readToastTime, setToastTime, TOAST_TIMES } from './toast-time.ts'

/** Chooses how long messages stay, on this device. */
export function ToastTimeChoice() {
  const { t } = useLingui()
  const [time, setTime] = useState(readToastTime)
  const choose = (value: string) => {
    const chosen = TOAST_TIMES.find((one) => one === value) ?? 'usual'
    setToastTime(chosen)
    setTime(chosen)
  }
  return (
    <Radio.Group
      mt="lg"
      value={time}
      onChange={choose}
      label={t`Messages at the bottom of the screen`}
      description={t`Errors always stay until you close them.`}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="usual" label={t`Stay for some seconds`} />
        <Radio value="long" label={t`Stay ten times as long`} />
        <Radio value="always" label={t`Stay until I close them`} />
      </Stack>
    </Radio.Group>
  )
}

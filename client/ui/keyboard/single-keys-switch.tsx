import { Switch } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { setSingleKeys, useSingleKeys } from './use-single-keys.ts'

/** Turns shortcuts of a single character off and on, on this device. */
export function SingleKeysSwitch() {
  const { t } = useLingui()
  return (
    <Switch
      py={4}
      checked={useSingleKeys()}
      onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      label={t`Single-key shortcuts`}
      description={t`Keys such as ? or n, pressed without Ctrl or Alt. Turn them off if you use dictation: spoken letters would run commands.`}
    />
  )
}

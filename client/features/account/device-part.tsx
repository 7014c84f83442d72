import { Trans } from '@lingui/react/macro'
import { ToastTimeChoice } from '../../ui/feedback/toast-time-choice.tsx'
import { SingleKeysSwitch } from '../../ui/keyboard/single-keys-switch.tsx'
import classes from './account.module.css'

/** How this device reacts to keys and shows messages; also in the list of keyboard shortcuts. */
export function DevicePart() {
  return (
    <section className={classes.section} aria-labelledby="device-title">
      <h2 id="device-title">
        <Trans>Keyboard and messages on this device</Trans>
      </h2>
      <SingleKeysSwitch />
      <ToastTimeChoice />
    </section>
  )
}

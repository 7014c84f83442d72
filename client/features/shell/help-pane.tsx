import { Radio, Stack, Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { areSingleKeysOn, setSingleKeys, useCommands } from '../../ui/keyboard/commands.ts'
import { readToastTime, setToastTime, TOAST_TIMES } from '../../ui/feedback/toast-time.ts'
import { DrawerPanel } from '../../ui/dialogs/drawer-panel.tsx'
import { Shortcut } from '../../ui/keyboard/shortcut.tsx'
import classes from './help-pane.module.css'

/** Lists all keyboard shortcuts, from the registry that handles them. */
export function HelpPane({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [isOn, setOn] = useState(areSingleKeysOn)
  const [toastTime, setTime] = useState(readToastTime)
  const chooseToastTime = (value: string) => {
    const time = TOAST_TIMES.find((one) => one === value) ?? 'usual'
    setToastTime(time)
    setTime(time)
  }
  const commands = useCommands().filter((command) => command.keys !== undefined)
  const groups = [...new Set(commands.map((command) => command.group ?? t`Actions`))]
  const tableKeys: [string, string][] = [
    ['arrowup arrowdown arrowleft arrowright', t`Move between cells; hold Shift to select`],
    ['enter F2', t`Edit the cell`],
    ['Tab shift+Tab', t`Leave the table; while editing, save and go to the next cell`],
    ['escape', t`Cancel editing, so that Tab leaves the table`],
    ['alt+arrowup alt+arrowdown', t`Move the requirement`],
    ['mod+c mod+v', t`Copy and paste cells, also to and from a spreadsheet`],
    ['mod+d', t`Fill the selection down`],
    ['mod+z mod+shift+z', t`Undo and redo`],
    ['Home End PageUp PageDown', t`Go to the ends of the row, or one screen up or down`],
  ]
  const toggle = (next: boolean) => {
    setSingleKeys(next)
    setOn(next)
  }
  return (
    <DrawerPanel title={t`Keyboard shortcuts`} opened onClose={onClose} size={420}>
      {groups.map((group) => (
        <section key={group} className={classes.group}>
          <h2>{group}</h2>
          <dl>
            {commands
              .filter((command) => (command.group ?? t`Actions`) === group)
              .map(({ id, label, keys }) => (
                <div key={id} className={classes.row}>
                  <dt>{label}</dt>
                  <dd>
                    <Shortcut keys={keys ?? ''} />
                  </dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section className={classes.group}>
        <h2>
          <Trans>In a table</Trans>
        </h2>
        <dl>
          {tableKeys.map(([keys, label]) => (
            <div key={keys} className={classes.row}>
              <dt>{label}</dt>
              <dd>
                <Shortcut keys={keys} />
              </dd>
            </div>
          ))}
        </dl>
        <p className={classes.touch}>
          <Trans>
            On a touch screen, hold a row to select it, and tap a cell twice to edit it. Hold
            another row to add it to the selection.
          </Trans>
        </p>
      </section>
      <Switch
        mt="lg"
        checked={isOn}
        onChange={(event) => toggle(event.currentTarget.checked)}
        label={t`Single-letter shortcuts`}
        description={t`Turn these off if you use dictation: spoken letters would run commands.`}
      />
      <Radio.Group
        mt="lg"
        value={toastTime}
        onChange={chooseToastTime}
        label={t`Messages at the bottom of the screen`}
        description={t`Errors always stay until you close them.`}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="usual" label={t`Stay for some seconds`} />
          <Radio value="long" label={t`Stay ten times as long`} />
          <Radio value="always" label={t`Stay until I close them`} />
        </Stack>
      </Radio.Group>
    </DrawerPanel>
  )
}

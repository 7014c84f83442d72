import { Trans, useLingui } from '@lingui/react/macro'
import { useCommands } from '../../ui/keyboard/commands.ts'
import { ToastTimeChoice } from '../../ui/feedback/toast-time-choice.tsx'
import { DrawerPanel } from '../../ui/dialogs/drawer-panel.tsx'
import { CommandKeys } from '../../ui/keyboard/command-keys.tsx'
import { Shortcut } from '../../ui/keyboard/shortcut.tsx'
import { SingleKeysSwitch } from '../../ui/keyboard/single-keys-switch.tsx'
import classes from './help-pane.module.css'

/** Lists all keyboard shortcuts, from the registry that handles them. */
export function HelpPane({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
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
  return (
    <DrawerPanel title={t`Keyboard shortcuts`} opened onClose={onClose} size={420}>
      <SingleKeysSwitch />
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
                    <CommandKeys keys={keys ?? ''} off={t`off`} />
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
      <ToastTimeChoice />
    </DrawerPanel>
  )
}

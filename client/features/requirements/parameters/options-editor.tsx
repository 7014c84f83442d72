import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ParameterOption } from '#schema/entities/parameter.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { ExplainedIcon } from '#client/ui/feedback/explained-icon.tsx'
import type { ShownProblem } from './parameter-drawer.tsx'
import { freeKey } from './parameter-tree.ts'
import classes from './parameter-editor.module.css'

interface OptionsEditorProps {
  options: readonly ParameterOption[]
  isStatement: boolean
  problems: readonly ShownProblem[]
  onChange: (options: ParameterOption[]) => void
}

/**
 * Edits the options of a field. In a statement, each option also has the percentage that it
 * fulfils.
 */
export function OptionsEditor({ options, isStatement, problems, onChange }: OptionsEditorProps) {
  const { t } = useLingui()
  const problem = (part: string) => problems.find(({ where }) => where.endsWith(part))?.text
  const change = (at: number, patch: Partial<ParameterOption>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...patch } : option)))
  const move = (at: number, by: 1 | -1) => {
    const option = options[at]
    if (option) onChange(options.toSpliced(at, 1).toSpliced(at + by, 0, option))
  }
  return (
    <fieldset className={classes.options}>
      <legend>
        <Trans>Options</Trans>
      </legend>
      {problem('.options') && <p className={classes.error}>{problem('.options')}</p>}
      {options.map((option, at) => {
        const number = at + 1
        return (
          <div key={option.key} className={classes.option}>
            <TextInput
              size="xs"
              aria-label={t`Option ${number}`}
              value={option.label}
              maxLength={500}
              error={problem(`.options.${at}.key`)}
              onChange={(event) => change(at, { label: event.currentTarget.value })}
            />
            {isStatement && (
              <TextInput
                size="xs"
                className={classes.value ?? ''}
                inputMode="decimal"
                aria-label={t`Percentage for option ${number}`}
                rightSection={<span aria-hidden>%</span>}
                value={String(option.value)}
                error={problem(`.options.${at}.value`)}
                onChange={(event) => change(at, { value: numberOrText(event.currentTarget.value) })}
              />
            )}
            <ExplainedIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t`Move option ${number} up`}
              reason={at === 0 ? t`This is the first option` : null}
              onClick={() => move(at, -1)}
            >
              <IconArrowUp size={14} aria-hidden />
            </ExplainedIcon>
            <ExplainedIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={t`Move option ${number} down`}
              reason={at === options.length - 1 ? t`This is the last option` : null}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown size={14} aria-hidden />
            </ExplainedIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size={24}
              aria-label={t`Delete option ${number}`}
              onClick={({ currentTarget }) => {
                focusLastingly(currentTarget)
                onChange(options.filter((_, index) => index !== at))
              }}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          onChange([
            ...options,
            {
              key: freeKey('option', new Set(options.map(({ key }) => key))),
              label: '',
              value: '',
            },
          ])
        }
      >
        <Trans>Add an option</Trans>
      </Button>
    </fieldset>
  )
}

const numberOrText = (text: string): string | number =>
  /^\d+([.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : text

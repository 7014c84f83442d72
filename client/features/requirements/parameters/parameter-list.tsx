import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Parameter } from '#schema/entities/parameter.ts'
import { isGroup } from '#schema/rules/definition/parameters.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { ExplainedIcon } from '#client/ui/feedback/explained-icon.tsx'
import type { ShownProblem } from './parameter-drawer.tsx'
import { kindName, kindOf } from './parameter-kinds.ts'
import classes from './parameter-editor.module.css'

interface ParameterListProps {
  tree: readonly Parameter[]
  openId: string | null
  isReadOnly: boolean
  problems: ReadonlyMap<string, readonly ShownProblem[]>
  onOpen: (id: string) => void
  onMove: (id: string, direction: 1 | -1) => void
  onRemove: (parameter: Parameter) => void
  /** The form of the opened field, shown below its row. */
  form: ReactNode
}

export function ParameterList(props: ParameterListProps) {
  const { t } = useLingui()
  const { tree, openId, isReadOnly, problems, onOpen, onMove, onRemove, form } = props
  return (
    <ol className={classes.list}>
      {tree.map((parameter, index) => {
        const { id, name } = parameter
        const isOpen = id === openId
        return (
          <li key={id}>
            <div className={classes.row} data-open={isOpen || undefined}>
              <button
                type="button"
                className={classes.name}
                aria-expanded={isOpen}
                id={`parameter-${id}`}
                onClick={() => onOpen(id)}
                onKeyDown={(event) => {
                  if (
                    !event.altKey ||
                    (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') ||
                    isReadOnly
                  )
                    return
                  event.preventDefault()
                  event.stopPropagation()
                  onMove(id, event.key === 'ArrowUp' ? -1 : 1)
                }}
              >
                <span>{name}</span>
                <span className={classes.kind}>{kindName(kindOf(parameter))}</span>
              </button>
              {problems.has(id) && (
                <IconAlertTriangle
                  size={15}
                  className={classes.warning ?? ''}
                  role="img"
                  aria-label={t`Needs correction`}
                />
              )}
              {!isReadOnly && (
                <>
                  <ExplainedIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={t`Move ${name} up`}
                    title={t`Alt ↑`}
                    reason={index === 0 ? t`This is the first field` : null}
                    onClick={() => onMove(id, -1)}
                  >
                    <IconArrowUp size={15} aria-hidden />
                  </ExplainedIcon>
                  <ExplainedIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={t`Move ${name} down`}
                    title={t`Alt ↓`}
                    reason={index === tree.length - 1 ? t`This is the last field` : null}
                    onClick={() => onMove(id, 1)}
                  >
                    <IconArrowDown size={15} aria-hidden />
                  </ExplainedIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size={24}
                    aria-label={t`Delete ${name}`}
                    onClick={({ currentTarget }) => {
                      focusLastingly(currentTarget)
                      onRemove(parameter)
                    }}
                  >
                    <IconTrash size={15} aria-hidden />
                  </ActionIcon>
                </>
              )}
            </div>
            {isOpen && form}
            {isGroup(parameter) && (parameter.parameters ?? []).length > 0 && (
              <ParameterList {...props} tree={parameter.parameters ?? []} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

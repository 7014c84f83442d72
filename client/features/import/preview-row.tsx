import { Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import type { PreviewItem } from './preview-items.ts'
import classes from './preview-list.module.css'

interface PreviewRowProps {
  item: PreviewItem
  /** Undefined = the row is not there to be taken. */
  isTaken: boolean | undefined
  onTake: (isTaken: boolean) => void
  /** Undefined = the row cannot be opened. */
  isOpen: boolean | undefined
  onOpen: (isOpen: boolean) => void
  /** The controls of one row only are in the tab order. */
  tabIndex: 0 | -1
  children?: ReactNode
}

export function PreviewRow({
  item,
  isTaken,
  onTake,
  isOpen,
  onOpen,
  tabIndex,
  children,
}: PreviewRowProps) {
  const { t } = useLingui()
  const name = item.id === '' ? item.text : item.id
  return (
    <>
      <div className={classes.line}>
        {isTaken !== undefined && (
          <Checkbox
            size="md"
            className={classes.take}
            data-control="take"
            tabIndex={tabIndex}
            checked={isTaken}
            onChange={(event) => onTake(event.currentTarget.checked)}
            aria-label={t`Include ${name}`}
          />
        )}
        {isOpen === undefined ? (
          <div className={classes.item}>
            <Cells item={item} />
          </div>
        ) : (
          <button
            type="button"
            className={classes.item}
            data-control="open"
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            onClick={() => onOpen(!isOpen)}
          >
            <IconChevronRight size={14} aria-hidden className={classes.chevron} />
            <Cells item={item} />
          </button>
        )}
      </div>
      {children}
    </>
  )
}

function Cells({ item: { address, id, text, note, mark } }: { item: PreviewItem }) {
  return (
    <>
      {address !== '' && <span className={classes.address}>{address}</span>}
      <span className={classes.itemId}>{id}</span>
      <span className={classes.itemText} title={text}>
        {text}
      </span>
      {mark !== null && <Mark mark={mark} />}
      {note !== '' && (
        <span className={classes.itemNote} title={note}>
          {note}
        </span>
      )}
    </>
  )
}

function Mark({ mark }: { mark: NonNullable<PreviewItem['mark']> }) {
  const texts = {
    edited: <Trans>Edited here</Trans>,
    handMade: <Trans>Written here</Trans>,
    excluded: <Trans>Excluded</Trans>,
  } satisfies Record<typeof mark, ReactNode>
  return (
    <span className={classes.mark}>
      <StatePill tone={mark === 'excluded' ? 'neutral' : 'amber'}>{texts[mark]}</StatePill>
    </span>
  )
}

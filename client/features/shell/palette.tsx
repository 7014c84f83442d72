import { Modal } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import type { OpenDialog } from '../../ui/dialogs/dialog-stack.ts'
import { CommandKeys } from '../../ui/keyboard/command-keys.tsx'
import { Shortcut } from '../../ui/keyboard/shortcut.tsx'
import { useReturnPlaces } from '../../ui/pages/use-return-places.ts'
import { searchEntries, type PaletteEntry } from './palette-search.ts'
import classes from './palette.module.css'
import { usePaletteEntries } from './use-palette-entries.ts'

const SHOWN = 60

/**
 * Searches and opens projects, the open project's documents and requirements, and all available
 * commands.
 */
export function Palette({ projectId, onClose }: { projectId: string | null; onClose: () => void }) {
  const { t } = useLingui()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const [content, setContent] = useState<HTMLElement | null>(null)
  const [own] = useState<OpenDialog>(() => ({ onEscape: onClose, lastFocused: null }))
  useReturnPlaces(own, true, content)
  const entries = usePaletteEntries(projectId)
  const deferredQuery = useDeferredValue(query)
  const found = useMemo(() => searchEntries(entries, deferredQuery), [entries, deferredQuery])
  const shown = found.slice(0, SHOWN)
  const hiddenCount = found.length - shown.length
  const active = shown[Math.min(activeIndex, shown.length - 1)]

  useEffect(() => setActiveIndex(0), [deferredQuery])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const choose = (entry: PaletteEntry) => {
    onClose()
    entry.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActiveIndex((index) => Math.max(0, Math.min(shown.length - 1, index + step)))
    } else if (event.key === 'Enter' && active !== undefined && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(active)
    }
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      closeOnEscape={false}
      size={620}
      padding={0}
      yOffset={72}
    >
      <Modal.Overlay />
      <Modal.Content ref={setContent} aria-label={t`Search or jump to`}>
        <input
          className={classes.input}
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
          aria-label={t`Search projects, documents, requirements and commands`}
          placeholder={t`Project, document, requirement or command`}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div
          className={classes.list}
          id={listId}
          role="listbox"
          aria-label={t`Results`}
          ref={list}
          tabIndex={-1}
        >
          {groupsOf(shown).map(([group, members]) => (
            <div key={group} role="group" aria-label={group}>
              <p className={classes.group} aria-hidden>
                {group}
              </p>
              {members.map((entry) => (
                <div
                  key={entry.id}
                  id={`${listId}-${entry.id}`}
                  role="option"
                  aria-selected={entry === active}
                  className={classes.option}
                  onMouseMove={() => setActiveIndex(shown.indexOf(entry))}
                  onClick={() => choose(entry)}
                >
                  <OptionContent entry={entry} />
                </div>
              ))}
            </div>
          ))}
        </div>
        <PaletteFoot shownCount={shown.length} hiddenCount={hiddenCount} />
      </Modal.Content>
    </Modal.Root>
  )
}

export function OptionContent({ entry }: { entry: PaletteEntry }) {
  return (
    <>
      {entry.hint !== '' && <span className={classes.hint}>{entry.hint}</span>}
      <span className={classes.label} {...entry.language}>
        {entry.label}
      </span>
      {entry.keys !== undefined && <CommandKeys keys={entry.keys} />}
    </>
  )
}

const groupsOf = (entries: readonly PaletteEntry[]): [string, PaletteEntry[]][] => {
  const groups = new Map<string, PaletteEntry[]>()
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  return [...groups]
}

function PaletteFoot({ shownCount, hiddenCount }: { shownCount: number; hiddenCount: number }) {
  return (
    <p className={classes.foot} role="status">
      {shownCount === 0 ? (
        <Trans>No results. Try a word from the name, or an ID.</Trans>
      ) : hiddenCount > 0 ? (
        <Trans>{hiddenCount} more match; type on to narrow them.</Trans>
      ) : (
        <span className={classes.help}>
          <Shortcut keys="arrowup arrowdown" /> <Trans>choose</Trans> <Shortcut keys="enter" />{' '}
          <Trans>open</Trans> <Shortcut keys="escape" /> <Trans>close</Trans>
        </span>
      )}
    </p>
  )
}

import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Mention } from '#schema/rules/comments/mentions.ts'
import { type MentionQuery, mentionQuery, withChosen } from './mention-query.ts'

interface Field {
  text: string
  onChange: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** People who can be mentioned; empty = no completion. */
  people: readonly Mention[]
}

export interface MentionBox {
  query: MentionQuery | null
  active: number
  listId: string
  optionId: (index: number) => string
  /** Reads the caret after it moved. */
  look: () => void
  choose: (person: Mention) => void
  /** @returns true if the key belongs to the list */
  onKey: (event: KeyboardEvent) => boolean
  /** The people whom the writer chose, newest first. */
  chosen: () => readonly Mention[]
}

/** Completion of `@name` in a text field: arrows, Enter or Tab, and Escape. */
export const useMentionBox = ({ text, onChange, field, people }: Field): MentionBox => {
  const listId = useId()
  const [caret, setCaret] = useState(-1)
  const [active, setActive] = useState(0)
  /** Position of the @ whose list the person closed. */
  const [closedAt, setClosedAt] = useState(-1)
  const picked = useRef<readonly Mention[]>([])
  const found = people.length === 0 || caret < 0 ? null : mentionQuery(text, caret, people)
  const query = found === null || found.at === closedAt ? null : found
  const last = (query?.offered.length ?? 1) - 1
  const choose = (person: Mention): void => {
    if (query === null) return
    picked.current = [person, ...picked.current]
    const next = withChosen(text, { at: query.at, caret, name: person.name })
    onChange(next.text)
    setCaret(-1)
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret))
    field.current?.focus()
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (query === null || event.ctrlKey || event.metaKey || event.altKey) return false
    const person = query.offered[Math.min(active, last)]
    const acts: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setActive(active >= last ? 0 : active + 1),
      ArrowUp: () => setActive(active <= 0 ? last : active - 1),
      Enter: () => person !== undefined && choose(person),
      Tab: () => person !== undefined && choose(person),
      Escape: () => setClosedAt(query.at),
    }
    const act = event.shiftKey ? undefined : acts[event.key]
    if (act === undefined) return false
    event.preventDefault()
    event.stopPropagation()
    act()
    return true
  }
  return {
    query,
    active: Math.min(active, last),
    listId,
    optionId: (index) => `${listId}-${index}`,
    look: () => {
      const { selectionStart, selectionEnd } = field.current ?? { selectionStart: 0 }
      if (selectionStart === caret) return
      // A list that the person closed opens again only for another @.
      const value = field.current?.value ?? ''
      if (mentionQuery(value, selectionStart, people) === null) setClosedAt(-1)
      setCaret(selectionStart === selectionEnd ? selectionStart : -1)
      setActive(0)
    },
    choose,
    onKey,
    chosen: () => picked.current,
  }
}

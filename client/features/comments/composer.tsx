import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Mention, withMentions } from '#schema/rules/comments/mentions.ts'
import { useKeptText } from '#client/lib/kept-form.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'
import { Shortcut } from '#client/ui/keyboard/shortcut.tsx'
import { CommentText, isTooLong } from './comment-text.tsx'
import classes from './composer.module.css'
import { keepName } from './start-keep.ts'
import { useMentionBox } from './use-mention-box.ts'

export interface Sending {
  label: string
  /** Why sending is disabled; null = enabled. */
  reason: string | null
  /** Sends the text. If it rejects with a Refusal, the form shows the error and keeps the text. */
  send: (text: string) => Promise<void>
}

interface ComposerProps {
  /** Name under which the unsent text is kept through reloads and crashes. */
  keep: string
  label: string
  /** Tells the writer who will read the text. */
  note: string
  /** The action of Ctrl+Enter. */
  main: Sending
  second?: Sending | undefined
  children?: ReactNode
  isFocused?: boolean
  /** Closes the form. The text is kept for the next time. */
  onCancel?: () => void
  /** People who can be mentioned; none = mentions are not offered. */
  people?: readonly Mention[]
}

const NO_PEOPLE: readonly Mention[] = []

/** A form to write a comment or a reply. */
export function Composer({
  keep,
  label,
  note,
  main,
  second,
  children,
  isFocused = false,
  onCancel,
  people = NO_PEOPLE,
}: ComposerProps) {
  const { t } = useLingui()
  const name = keepName(keep)
  const [text, keepText] = useKeptText(name)
  const [error, setError] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused])
  const change = (next: string) => {
    keepText(next)
    setError(null)
    setSaid('')
  }
  const mentions = useMentionBox({ text, onChange: change, field, people })
  const send = async (sending: Sending) => {
    field.current?.focus()
    if (isBusy || isTooLong(text) || sending.reason !== null) return
    if (text.trim() === '') return setError(t`Enter a text`)
    setBusy(true)
    try {
      const everyone = [...mentions.chosen(), ...people]
      await sending.send(people.length === 0 ? text : withMentions(text, everyone))
      change('')
      setSaid(t`Saved on this device. It is sent when you are connected.`)
    } catch (problem) {
      setError(refusalText(problem))
    }
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKey(event)) return
    if (event.key === 'Escape' && onCancel) return onCancel()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    // Stop the event: a form around this one may submit an answer on the same keys.
    event.preventDefault()
    event.stopPropagation()
    void send(main)
  }
  if (main.reason !== null && text === '')
    return (
      <p className={classes.closed} role="note">
        {main.reason}
      </p>
    )
  return (
    <div className={classes.composer}>
      <CommentText
        label={label}
        value={text}
        onChange={change}
        onKeyDown={onKeyDown}
        error={error}
        field={field}
        {...(people.length === 0 ? {} : { mentions })}
      />
      {children}
      <div className={classes.foot}>
        <p className={classes.note}>{note}</p>
        <span className={classes.hint}>
          <Shortcut keys="mod+enter" />
        </span>
        {onCancel && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {text === '' ? t`Cancel` : t`Later`}
          </Button>
        )}
        <SendButtons main={main} second={second} isBusy={isBusy} send={(one) => void send(one)} />
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

interface SendButtonsProps {
  main: Sending
  second: Sending | undefined
  isBusy: boolean
  send: (sending: Sending) => void
}

function SendButtons({ main, second, isBusy, send }: SendButtonsProps) {
  return (
    <>
      {second && (
        <ExplainedButton
          size="compact-sm"
          variant="default"
          reason={second.reason}
          onClick={() => send(second)}
        >
          {second.label}
        </ExplainedButton>
      )}
      <ExplainedButton
        size="compact-sm"
        reason={main.reason}
        loading={isBusy}
        onClick={() => send(main)}
      >
        {main.label}
      </ExplainedButton>
    </>
  )
}

import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_MS = 150

/**
 * A search field that reports its text after a short pause, because the owner may write it to the
 * address.
 */
export function FindField({
  label,
  value,
  onChange,
  className,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string | undefined
}) {
  const { t } = useLingui()
  const [text, setText] = useState(value)
  const isReported = useEffectEvent(() => text === value)
  const report = useEffectEvent(() => onChange(text))
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (isReported()) return
    const timer = setTimeout(() => report(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      size="xs"
      className={className ?? ''}
      aria-label={label}
      placeholder={t`Find…`}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden />}
      type="search"
    />
  )
}

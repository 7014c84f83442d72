import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import classes from './notifications-panel.module.css'

interface ShowMoreProps {
  /** Where more of them are, or what became of the last try; null = there are no more. */
  more: 'here' | 'onServer' | 'loading' | 'failed' | null
  onMore: () => void
}

/** Shows more when it comes into view; a button for people who do not scroll. */
export function ShowMore({ more, onMore }: ShowMoreProps) {
  const { t } = useLingui()
  if (more === null) return null
  if (more === 'loading') return <Skeleton lines={2} />
  // It must not try by itself again: it is in view, and would never stop.
  if (more === 'failed')
    return (
      <div role="alert">
        <p className={classes.hint}>
          <Trans>Older notifications could not be loaded.</Trans>
        </p>
        <Button variant="default" fullWidth onClick={onMore}>
          {t`Try again`}
        </Button>
      </div>
    )
  return <MoreButton onMore={onMore} />
}

function MoreButton({ onMore }: { onMore: () => void }) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const reached = useEffectEvent(onMore)
  useEffect(() => {
    if (button.current === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) reached()
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  })
  return (
    <Button ref={button} variant="default" fullWidth onClick={onMore}>
      {t`Show more`}
    </Button>
  )
}

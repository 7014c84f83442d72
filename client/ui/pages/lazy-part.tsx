import {
  type ComponentType,
  lazy,
  type ReactNode,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { createEmitter } from '../../lib/emitter.ts'
import { loadMissingStyles } from '../../lib/missing-styles.ts'
import { loadPageAnew } from '../../lib/server-there.ts'
import { MissingDialog, MissingPart } from './missing-part.tsx'

type Load<P> = () => Promise<ComponentType<P>>
interface Overlay {
  opened: boolean
  /** Null = the part is mandatory: nothing below is shown, so it cannot be closed. */
  close: (() => void) | null
}

/** Two ways to load the part again; both functions are stable. */
interface Again {
  retry: () => void
  /** Retry requested by the person, who has seen the error. */
  ask: () => void
}

/**
 * A component loaded on first render. If loading fails (first visit, offline), a note replaces only
 * this component. It retries on request, when back online, and when it is rendered again.
 */
const partOf = <P extends object>(
  load: Load<P>,
  missing: (props: P, again: Again) => ReactNode,
): ComponentType<P> => {
  const changes = createEmitter<void>()
  const attempt = (isAsked: boolean): ComponentType<P> => {
    // A new component per attempt: React would treat a repeated failure as the same one and not run
    // its effect.
    function Missing(props: P) {
      useEffect(() => {
        addEventListener('online', retry)
        return () => {
          removeEventListener('online', retry)
          if (current === own) current = attempt(false)
        }
      }, [])
      return missing(props, { retry, ask })
    }
    const own = lazy(async () => ({
      default: await loadMissingStyles()
        .then(load)
        .catch(async () => {
          if (isAsked) await loadPageAnew()
          return Missing
        }),
    }))
    return own
  }
  let current = attempt(false)
  const replace = (isAsked: boolean): void => {
    current = attempt(isAsked)
    changes.emit()
  }
  const retry = (): void => replace(false)
  const ask = (): void => replace(true)
  return function Part(props: P) {
    const Current = useSyncExternalStore(changes.on, () => current)
    return <Current {...props} />
  }
}

/** A lazily loaded part of a page. */
export const lazyPart = <P extends object>(load: Load<P>): ComponentType<P> =>
  partOf(load, (_props, { ask }) => <MissingPart onRetry={ask} />)

/** A lazily loaded explanation, omitted if it cannot be loaded. */
export const lazyHint = <P extends object>(load: Load<P>): ComponentType<P> =>
  partOf(load, () => null)

/** A lazily loaded dialog or drawer; `overlay` returns whether it is open and how to close it. */
export const lazyOverlay = <P extends object>(
  load: Load<P>,
  overlay: (props: P) => Overlay,
): ComponentType<P> =>
  partOf(load, (props, again) => <MissingOverlay {...overlay(props)} {...again} />)

export const lazyDialog = <P extends { opened?: boolean; onClose: () => void }>(
  load: Load<P>,
): ComponentType<P> =>
  lazyOverlay(load, ({ opened = true, onClose }) => ({ opened, close: onClose }))

/** A lazily loaded panel of a button. */
export const lazyPanel = <P extends { panel: Overlay }>(load: Load<P>): ComponentType<P> =>
  lazyOverlay(load, ({ panel }) => panel)

/** An overlay that stays mounted while closed retries each time it is opened. */
function MissingOverlay({ opened, close, retry, ask }: Overlay & Again) {
  const wasClosed = useRef(!opened)
  useEffect(() => {
    if (!opened) wasClosed.current = true
    else if (wasClosed.current) retry()
  }, [opened, retry])
  return opened ? <MissingDialog onClose={close} onRetry={ask} /> : null
}

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
  /** Null where the part may not be skipped: nothing below is shown then. */
  close: (() => void) | null
}

/** Both load it again; the same ones as long as the page lives. */
interface Again {
  retry: () => void
  /** By a person, who has seen that it is missing. */
  ask: () => void
}

/**
 * A component that is loaded when it is first drawn. Where it cannot be loaded (first visit, no
 * network), a note takes its place and nothing else from the screen; it loads again on request,
 * with the next connection, and when it is drawn again.
 */
const partOf = <P extends object>(
  load: Load<P>,
  missing: (props: P, again: Again) => ReactNode,
): ComponentType<P> => {
  const changes = createEmitter<void>()
  const attempt = (isAsked: boolean): ComponentType<P> => {
    // One for each attempt: React would take the next failure for the same one, which has had its
    // say.
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

/** A part of a page. */
export const lazyPart = <P extends object>(load: Load<P>): ComponentType<P> =>
  partOf(load, (_props, { ask }) => <MissingPart onRetry={ask} />)

/** What only explains: it is left out where it cannot be loaded. */
export const lazyHint = <P extends object>(load: Load<P>): ComponentType<P> =>
  partOf(load, () => null)

/** Anything over the page; `overlay` says whether it is open, and how it is closed. */
export const lazyOverlay = <P extends object>(
  load: Load<P>,
  overlay: (props: P) => Overlay,
): ComponentType<P> =>
  partOf(load, (props, again) => <MissingOverlay {...overlay(props)} {...again} />)

export const lazyDialog = <P extends { opened?: boolean; onClose: () => void }>(
  load: Load<P>,
): ComponentType<P> =>
  lazyOverlay(load, ({ opened = true, onClose }) => ({ opened, close: onClose }))

/** What a button opens beside itself. */
export const lazyPanel = <P extends { panel: Overlay }>(load: Load<P>): ComponentType<P> =>
  lazyOverlay(load, ({ panel }) => panel)

/** What stays mounted while it is closed loads again when it is opened again. */
function MissingOverlay({ opened, close, retry, ask }: Overlay & Again) {
  const wasClosed = useRef(!opened)
  useEffect(() => {
    if (!opened) wasClosed.current = true
    else if (wasClosed.current) retry()
  }, [opened, retry])
  return opened ? <MissingDialog onClose={close} onRetry={ask} /> : null
}

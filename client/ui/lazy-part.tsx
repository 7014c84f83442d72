import { type ComponentType, lazy, type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { createEmitter } from '../lib/emitter.ts'
import { loadMissingStyles } from '../lib/missing-styles.ts'
import { MissingDialog, MissingPart } from './missing-part.tsx'

type Load<P> = () => Promise<ComponentType<P>>
interface Overlay {
  opened: boolean
  /** Null where nobody may go past it: nothing below is shown then. */
  close: (() => void) | null
}

/**
 * A component that is loaded when it is first drawn. Without a network, on a first visit, nobody has it yet: what is shown then takes nothing else from
 * the screen, and loads again when it is asked to, with the next connection, and when it is drawn anew.
 */
const partOf = <P extends object>(load: Load<P>, missing: (props: P, retry: () => void) => ReactNode): ComponentType<P> => {
  const changes = createEmitter<void>()
  const attempt = (): ComponentType<P> => {
    // One for each attempt: React would take the next failure for the same one, which has had its say.
    function Missing(props: P) {
      useEffect(() => {
        addEventListener('online', retry)
        return () => {
          removeEventListener('online', retry)
          if (current === own) current = attempt()
        }
      }, [])
      return missing(props, retry)
    }
    const own = lazy(async () => ({ default: await loadMissingStyles().then(load).catch(() => Missing) }))
    return own
  }
  let current = attempt()
  const retry = (): void => {
    current = attempt()
    changes.emit()
  }
  return function Part(props: P) {
    const Current = useSyncExternalStore(changes.on, () => current)
    return <Current {...props} />
  }
}

/** A part of a page. */
export const lazyPart = <P extends object>(load: Load<P>): ComponentType<P> => partOf(load, (_props, retry) => <MissingPart onRetry={retry} />)

/** What only explains: it is left out where it cannot be loaded. */
export const lazyHint = <P extends object>(load: Load<P>): ComponentType<P> => partOf(load, () => null)

/** Anything over the page; `overlay` says whether it is open, and how it is closed. */
export const lazyOverlay = <P extends object>(load: Load<P>, overlay: (props: P) => Overlay): ComponentType<P> =>
  partOf(load, (props, retry) => <MissingOverlay {...overlay(props)} retry={retry} />)

export const lazyDialog = <P extends { opened?: boolean; onClose: () => void }>(load: Load<P>): ComponentType<P> =>
  lazyOverlay(load, ({ opened = true, onClose }) => ({ opened, close: onClose }))

/** What a button opens beside itself. */
export const lazyPanel = <P extends { panel: Overlay }>(load: Load<P>): ComponentType<P> => lazyOverlay(load, ({ panel }) => panel)

/** What stays mounted while it is closed loads again when it is opened again. */
function MissingOverlay({ opened, close, retry }: Overlay & { retry: () => void }) {
  const wasClosed = useRef(!opened)
  useEffect(() => {
    if (!opened) wasClosed.current = true
    else if (wasClosed.current) retry()
  }, [opened, retry])
  return opened ? <MissingDialog onClose={close} onRetry={retry} /> : null
}

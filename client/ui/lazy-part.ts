import { type ComponentType, lazy, type LazyExoticComponent } from 'react'

const AGAIN_MS = 3_000
const pause = (): Promise<void> => new Promise((resolve) => {
  const timer = setTimeout(resolve, AGAIN_MS)
  addEventListener('online', () => { clearTimeout(timer); resolve() }, { once: true })
})

/** Loads until it is there: without a network, on a first visit, nobody else has the part yet. A load that was given up for a new version is `undefined`. */
export const untilLoaded = async <T>(load: () => Promise<T | undefined>, rest: () => Promise<void> = pause): Promise<T> => {
  for (;;) {
    const part = await load().catch(() => undefined)
    if (part !== undefined) return part
    await rest()
  }
}

/** A part of a page that comes by itself after the rest; what fails to come takes nothing else from the screen. */
export const lazyPart = <P extends object>(load: () => Promise<ComponentType<P> | undefined>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await untilLoaded(load) }))

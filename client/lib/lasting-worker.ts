import { type Remote, wrap } from 'comlink'
import type { Device, DeviceOptions } from '#sync/browser/tabs/device-api.ts'
import type { Note } from '#sync/browser/tabs/notes.ts'

/**
 * A device's worker that survives the end of its thread: if the browser terminates the thread, a
 * new one starts and takes over the pending calls.
 */
export interface LastingWorker {
  calls: Remote<Device>
  /** Resolves when the first thread has opened the device. */
  isReady: Promise<{ isNew: boolean }>
  end(): void
}
export interface LastingWorkerPorts {
  /** Called each time a thread starts. */
  options: () => DeviceOptions
  /** Receives the notes of the thread. */
  hear: (note: Note) => void
  /** The first thread starts when this resolves; calls wait for it. */
  after: Promise<void>
  /** The device runs in the page and not in a thread of its own. */
  isInPage?: boolean
}

export type Method = (...values: unknown[]) => Promise<unknown>
export interface Opened {
  methodOf(name: keyof Device): Method
  isNew: boolean
  life: string
}
/**
 * One life of the thread. `underWay` has a callback per pending call, which reports the thread's
 * end. Promise.race with a shared promise would keep every call in memory.
 */
interface Life {
  opened: Promise<Opened>
  underWay: Set<() => void>
}
const ENDED = Symbol('the thread ended')
/** Calls that must not be repeated, because a second run would do more than requested. */
const UNREPEATABLE: readonly PropertyKey[] = ['step', 'leave']

/**
 * Caches each method of the comlink proxy. Comlink creates a proxy for every access and runs code
 * when one is collected; a page in the back-forward cache where code runs is evicted.
 */
const methodsOf = (remote: Remote<Device>): Opened['methodOf'] => {
  const methods = new Map<keyof Device, Method>()
  return (name) => {
    const known = methods.get(name) ?? (remote[name] as Method)
    methods.set(name, known)
    return known
  }
}

export const startLastingWorker = ({
  options,
  hear,
  after,
  isInPage,
}: LastingWorkerPorts): LastingWorker => {
  const over = new AbortController()
  let thread: Worker | undefined

  const open = async (): Promise<Opened> => {
    if (over.signal.aborted) throw new Error('The worker was ended before it began')
    if (isInPage)
      return await (await import('./page-device.ts')).openInPage({ options, hear }, over.signal)
    thread = new Worker(new URL('../worker/device.worker.ts', import.meta.url), {
      type: 'module',
      name: 'tenderbook-device',
    })
    thread.addEventListener('message', (event: MessageEvent<{ note?: Note }>) => {
      if (event.data.note !== undefined) hear(event.data.note)
    })
    const methodOf = methodsOf(wrap<Device>(thread))
    return { methodOf, ...((await methodOf('open')(options())) as Pick<Opened, 'isNew' | 'life'>) }
  }
  const start = (when: Promise<void>): Life => {
    const opened = when.then(open)
    const underWay = new Set<() => void>()
    const succeed = (): void => {
      thread?.terminate()
      if (!over.signal.aborted) life = start(Promise.resolve())
      for (const lose of underWay) lose()
    }
    // The thread holds this lock while it lives; nothing else reveals its end. Do not wait for the
    // lock if the thread never opened or was ended on purpose.
    opened
      .then(({ life: name }) => navigator.locks.request(name, { signal: over.signal }, succeed))
      .catch(() => undefined)
    return { opened, underWay }
  }
  let life = start(after)
  const call = async (name: keyof Device, args: unknown[]): Promise<unknown> => {
    for (;;) {
      const { opened, underWay } = life
      const method = (await opened).methodOf(name)
      const answer = await new Promise<unknown>((resolve, reject) => {
        const lose = (): void => resolve(ENDED)
        underWay.add(lose)
        method(...args)
          .then(resolve, reject)
          .finally(() => underWay.delete(lose))
      })
      if (answer !== ENDED) return answer
      if (UNREPEATABLE.includes(name)) throw new Error(`The worker ended while it did ${name}`)
    }
  }
  // Every property is a function, as in comlink's proxy, except `then`: the proxy must not look
  // like a promise.
  const calls = new Proxy(
    {},
    {
      get: (_none, name) =>
        name === 'then' ? undefined : (...args: unknown[]) => call(name as keyof Device, args),
    },
  ) as Remote<Device>
  return {
    calls,
    isReady: life.opened,
    end() {
      over.abort()
      thread?.terminate()
    },
  }
}

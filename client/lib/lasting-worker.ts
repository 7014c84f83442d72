import { type Remote, wrap } from 'comlink'
import type { Device, DeviceOptions } from '#sync/browser/tabs/device-api.ts'
import type { Note } from '#sync/browser/tabs/notes.ts'

/**
 * A device's worker that outlives its thread: where the browser ends that, another one takes its
 * place and the calls under way.
 */
export interface LastingWorker {
  calls: Remote<Device>
  /** The first opening. */
  isReady: Promise<{ isNew: boolean }>
  end(): void
}
export interface LastingWorkerPorts {
  /** Asked each time a thread starts. */
  options: () => DeviceOptions
  /** What the thread tells its own page. */
  hear: (note: Note) => void
  /** The first thread starts when this has come; calls wait for it. */
  after: Promise<void>
}

type Method = (...values: unknown[]) => Promise<unknown>
interface Opened {
  methodOf(name: keyof Device): Method
  isNew: boolean
  life: string
}
/**
 * `underWay`: tells each call that the thread has ended. A race of promises would remember every
 * call ever made.
 */
interface Life {
  opened: Promise<Opened>
  underWay: Set<() => void>
}
const ENDED = Symbol('the thread ended')
/** Made a second time these would do more than was asked for. */
const UNREPEATABLE: readonly PropertyKey[] = ['step', 'leave']

/**
 * Each is asked of comlink once. It makes a proxy for every access, and runs code of its own when
 * these are collected: a page that is in the back-forward cache by then is dropped from it, since
 * nothing may run there.
 */
const methodsOf = (remote: Remote<Device>): Opened['methodOf'] => {
  const methods = new Map<keyof Device, Method>()
  return (name) => {
    const known = methods.get(name) ?? (remote[name] as Method)
    methods.set(name, known)
    return known
  }
}

export const startLastingWorker = ({ options, hear, after }: LastingWorkerPorts): LastingWorker => {
  const over = new AbortController()
  let thread: Worker | undefined

  const open = async (): Promise<Opened> => {
    if (over.signal.aborted) throw new Error('The worker was ended before it began')
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
    // The thread holds this lock as long as it lives; nothing else reveals its end. No one waits
    // for it where the thread never opened or was ended on purpose.
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
  // Each name stands for a function, as in comlink's own proxy; a promise it is not.
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

import { channel } from 'node:diagnostics_channel'

/** What an operator watches, by the name of the measure. */
export interface Measures {
  /** A request that was answered. `route` is a template without ids. */
  request: { method: string; route: string; status: number; seconds: number }
  /** Seconds that a writer waited for its turn: at SQLite, or at its project on PostgreSQL. */
  writerWait: number
  /** Seconds until a writer had the lock of its project, on PostgreSQL. */
  lockWait: number
  /** Seconds until a connection of the pool was free, on PostgreSQL. */
  poolWait: number
  /** The verdict on an edit, with the code of a reason. */
  verdict: { verdict: 'applied' | 'conflict' | 'refused'; code: string }
  /** Seconds from a commit until its change was sent to every device that is connected. */
  fanoutLag: number
}

const CHANNELS: Readonly<Record<keyof Measures, ReturnType<typeof channel>>> = {
  request: channel('tenderbook:request'),
  writerWait: channel('tenderbook:writer-wait'),
  lockWait: channel('tenderbook:lock-wait'),
  poolWait: channel('tenderbook:pool-wait'),
  verdict: channel('tenderbook:verdict'),
  fanoutLag: channel('tenderbook:fanout-lag'),
}

/** Tells a measure to the listeners of this process; without one it costs next to nothing. */
export const measure = <Name extends keyof Measures>(name: Name, value: Measures[Name]): void =>
  CHANNELS[name].publish(value)

/** @returns a function that ends the listening */
export const listenTo = <Name extends keyof Measures>(
  name: Name,
  listener: (value: Measures[Name]) => void,
): (() => void) => {
  // Only `measure` publishes to the channel, with this type.
  const hear = (value: unknown): void => listener(value as Measures[Name])
  CHANNELS[name].subscribe(hear)
  return () => {
    CHANNELS[name].unsubscribe(hear)
  }
}

/** Runs `work` and tells how long it took. */
export const measured = async <T>(
  name: 'lockWait' | 'poolWait',
  work: () => Promise<T>,
): Promise<T> => {
  const since = performance.now()
  const result = await work()
  measure(name, secondsSince(since))
  return result
}

/** @param since a time of `performance.now()` */
export const secondsSince = (since: number): number => (performance.now() - since) / 1_000

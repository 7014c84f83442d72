import { useCallback, useEffect, useEffectEvent, useState } from 'react'

/** State of a request for data that only the server has. */
export type Remote<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: unknown }

/**
 * Requests when the key changes and on `reload`. Drops answers that a later request overtook;
 * during a reload, the last answer for the same key stays visible.
 * @param key identifies what the answer depends on
 */
export const useRemote = <T>(
  key: string,
  load: () => Promise<T>,
): Remote<T> & { readonly reload: () => void } => {
  const [round, setRound] = useState(0)
  const [held, setHeld] = useState<{ key: string; remote: Remote<T> }>({
    key,
    remote: { status: 'loading' },
  })
  const reload = useCallback(() => setRound((last) => last + 1), [])
  const ask = useEffectEvent(load)
  useEffect(() => {
    let isOvertaken = false
    const keep = (remote: Remote<T>) => {
      if (!isOvertaken) setHeld({ key, remote })
    }
    ask().then(
      (value) => keep({ status: 'ready', value }),
      (error: unknown) => keep({ status: 'failed', error }),
    )
    return () => {
      isOvertaken = true
    }
  }, [key, round])
  return { ...(held.key === key ? held.remote : { status: 'loading' as const }), reload }
}

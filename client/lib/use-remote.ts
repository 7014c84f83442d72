import { useCallback, useEffect, useState } from 'react'

/** What only the server knows, while it is asked and after. */
export type Remote<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly value: T }
  | { readonly status: 'failed'; readonly error: unknown }

/**
 * Asks when the key changes and when told to again; an answer that is overtaken by a later question
 * is dropped. While it is asked again the last answer of the same key stays in sight.
 * @param key what the answer depends on
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
  useEffect(() => {
    let isOvertaken = false
    const keep = (remote: Remote<T>) => {
      if (!isOvertaken) setHeld({ key, remote })
    }
    load().then(
      (value) => keep({ status: 'ready', value }),
      (error: unknown) => keep({ status: 'failed', error }),
    )
    return () => {
      isOvertaken = true
    }
  }, [key, round])
  return { ...(held.key === key ? held.remote : { status: 'loading' as const }), reload }
}

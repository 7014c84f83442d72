const shortest = (amount: number): string => amount.toFixed(1).replace(/\.0$/, '')

/** A size as text, such as "1.2 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  return bytes < 1_000_000_000
    ? `${shortest(bytes / 1_000_000)} MB`
    : `${shortest(bytes / 1_000_000_000)} GB`
}

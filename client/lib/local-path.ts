/** Stands for the own origin, whose name plays no part. */
const HERE = 'https://here.invalid'
/** Servers and proxies on the way may decode a path; nothing may come out of it then either. */
const DECODINGS = 3

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Browsers drop tabs and line ends, and take a backslash for a slash. */
const isPlain = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)

const isOwn = (path: string): boolean => {
  if (!isPlain(path) || !URL.canParse(path, HERE)) return false
  const { origin, pathname } = new URL(path, HERE)
  // Dots may leave two slashes at the beginning, or lead back to the sign-in.
  return origin === HERE && isPlain(pathname) && !/^\/login(?:$|[/-])/.test(pathname)
}

/** A path of this application where a person may go on after signing in; never another site's. */
export const localPath = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || /\p{Cc}/u.test(value)) return undefined
  let [path = ''] = value.split(/[?#]/)
  for (let step = 0; step <= DECODINGS; step += 1) {
    if (!isOwn(path)) return undefined
    path = decoded(path)
  }
  return value
}

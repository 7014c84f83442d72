/** A placeholder origin for parsing; its name has no meaning. */
const HERE = 'https://here.invalid'
/** Servers and proxies may decode the path; check it after each decoding too. */
const DECODINGS = 3

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Browsers drop tabs and line breaks, and treat a backslash as a slash. */
const isPlain = (path: string): boolean => /^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)

const isOwn = (path: string): boolean => {
  if (!isPlain(path) || !URL.canParse(path, HERE)) return false
  const { origin, pathname } = new URL(path, HERE)
  // After resolving dots, the path may start with two slashes or lead back to the sign-in page.
  return origin === HERE && isPlain(pathname) && !/^\/login(?:$|[/-])/.test(pathname)
}

/**
 * The path of a page in this application to open after signing in; undefined for anything else,
 * such as another site.
 */
export const localPath = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || /\p{Cc}/u.test(value)) return undefined
  let [path = ''] = value.split(/[?#]/)
  for (let step = 0; step <= DECODINGS; step += 1) {
    if (!isOwn(path)) return undefined
    path = decoded(path)
  }
  return value
}

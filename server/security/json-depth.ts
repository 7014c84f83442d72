/** Limit for nested objects and lists in a body. */
export const DEEPEST = 32
const QUOTE = 34
const BACKSLASH = 92

/**
 * Counts brackets outside strings before parsing: recursive schemas overflow the stack on input
 * nested thousands deep.
 */
export const isTooDeep = (json: string, deepest = DEEPEST): boolean => {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === BACKSLASH) at += 1
      else if (code === QUOTE) isText = false
    } else if (code === QUOTE) isText = true
    else if (code === 91 || code === 123) {
      if (++depth > deepest) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}

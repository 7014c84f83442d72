/**
 * Keeps a text in local storage. Its few megabytes can be full, which must not stop what the person
 * does.
 * @returns whether it was kept
 */
export const storeText = (key: string, text: string): boolean => {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

export const isServerThere = (): Promise<boolean> =>
  fetch('/api/application/version', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

/**
 * Reloads the page after a module failed to load twice: many browsers remember the failure until
 * the page reloads.
 * @returns false if the server cannot be reached; the page then stays
 */
export const loadPageAnew = async (): Promise<boolean> => {
  if (!(await isServerThere())) return false
  location.reload()
  return true
}

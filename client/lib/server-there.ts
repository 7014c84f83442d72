export const isServerThere = (): Promise<boolean> =>
  fetch('/api/application/version', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

/**
 * For a module that failed to load twice: many browsers keep the failure as long as the page lives,
 * and do not ask the server any more. A reloaded page does, if the server is there; false = it is
 * not, and the page stays.
 */
export const loadPageAnew = async (): Promise<boolean> => {
  if (!(await isServerThere())) return false
  location.reload()
  return true
}

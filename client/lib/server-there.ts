export const isServerThere = (): Promise<boolean> =>
  fetch('/api/application/version', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )

/**
 * For what could not be loaded although somebody has asked for it again: many browsers keep the failure of a module as long as the page lives, and do
 * not ask the server any more. A page loaded anew does, if the server is there to hand it out; false = it is not, and the page stays.
 */
export const loadPageAnew = async (): Promise<boolean> => {
  if (!(await isServerThere())) return false
  location.reload()
  return true
}

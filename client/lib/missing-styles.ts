const missing = new Set<HTMLLinkElement>()

/** Notes which style sheets could not be loaded: the bundler asks for each only once. */
export const noteMissingStyles = (): void =>
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
    },
    true,
  )

const loadAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve, reject) => {
    const next = document.createElement('link')
    next.rel = 'stylesheet'
    next.nonce = link.nonce
    next.href = link.href
    next.addEventListener('load', () => resolve())
    next.addEventListener('error', () => reject(new Error('A style sheet could not be loaded')))
    missing.delete(link)
    link.replaceWith(next)
  })

/** Asks for them again, before what needs them; fails where one of them does. */
export const loadMissingStyles = async (): Promise<void> =>
  void (await Promise.all([...missing].map(loadAgain)))

const missing = new Set<HTMLLinkElement>()

/** Records the style sheets that could not be loaded: the bundler requests each only once. */
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

/** Loads the missing style sheets before the module that needs them; rejects if one fails. */
export const loadMissingStyles = async (): Promise<void> =>
  void (await Promise.all([...missing].map(loadAgain)))

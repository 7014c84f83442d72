const listeners = new Set<(title: string) => void>()

/** The title of the browser's tab, from the page to the application. */
export const titleOf = (title: string, projectName: string | null): string =>
  [
    title,
    ...(projectName === null || projectName === title ? [] : [projectName]),
    'Tenderbook',
  ].join(' · ')

/** Sets the title and tells the announcer, which cannot know when a page sets it. */
export const setPageTitle = (title: string): void => {
  if (document.title === title) return
  document.title = title
  for (const listener of listeners) listener(title)
}

export const onPageTitle = (listener: (title: string) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

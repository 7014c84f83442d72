/** A window of the application. */
export interface OpenPage {
  readonly visibilityState: string
  readonly url: string
  focus(): Promise<OpenPage>
  postMessage(message: unknown, transfer: MessagePort[]): void
}
export interface Windows {
  matchAll(options: { type: 'window' }): Promise<readonly OpenPage[]>
  openWindow(url: string): Promise<unknown>
}

/** A sleeping tab may never answer; a click permits a new window for about five seconds. */
const ANSWER_MS = 2_000
const HOME = '/'
const SIGNED_OUT = /^\/(?:login|$)/

/** The page that a notification of the system leads to; null = the one that is open. */
const linkOf = (data: unknown): string | null => {
  const link = typeof data === 'object' && data !== null && 'link' in data ? data.link : null
  // The tab and the router check it too; a new window gets no other site.
  return typeof link === 'string' && /^\/(?![/\\])/.test(link) ? link : null
}

/** Asks the page to show the link; false if it does not answer. */
const isShownIn = (page: OpenPage, link: string, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (isShown: boolean): void => {
      clearTimeout(timeout)
      port1.close()
      resolve(isShown)
    }
    const timeout = setTimeout(() => end(false), waitMs)
    port1.onmessage = () => end(true)
    page.postMessage({ openLink: link }, [port2])
  })

/**
 * Shows the page of a clicked notification in an open tab, by the tab's own router, which keeps
 * what is typed there; else in a new window.
 */
export const openPush = async (
  windows: Windows,
  data: unknown,
  waitMs = ANSWER_MS,
): Promise<void> => {
  const link = linkOf(data)
  const open = (await windows.matchAll({ type: 'window' })).filter(
    ({ url }) => !SIGNED_OUT.test(new URL(url).pathname),
  )
  const page = open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
  if (page !== undefined) {
    await page.focus().catch(() => undefined)
    if (link === null || (await isShownIn(page, link, waitMs))) return
  }
  await windows.openWindow(link ?? HOME)
}

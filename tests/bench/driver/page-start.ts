/** When the first script of the page ran: imported before everything else. */
export const startedAt = performance.now()

const asked = new URLSearchParams(location.search)
/** What the address wants drawn as soon as the page starts, `?project=…&rows=100`. */
export const rowsAsked = {
  projectId: asked.get('project') ?? '',
  count: Number(asked.get('rows') ?? 0),
}

declare global {
  interface Window {
    /** ms from the page's start until the rows that the address asks for are drawn. */ drawnAfter?: number
  }
}

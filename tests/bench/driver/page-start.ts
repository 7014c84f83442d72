/** Start time of the page's first script; this module is imported before all others. */
export const startedAt = performance.now()

const asked = new URLSearchParams(location.search)
/** The rows to draw as soon as the page starts, from `?project=…&rows=100`. */
export const rowsAsked = {
  projectId: asked.get('project') ?? '',
  count: Number(asked.get('rows') ?? 0),
}

declare global {
  interface Window {
    /** ms from the page's start until the requested rows are drawn. */ drawnAfter?: number
  }
}

import type { Page } from '@playwright/test'

/** Bodies of all answers of the API and all frames of sockets, as they reach the page. The list of demo accounts names everybody by purpose. */
export const recordTraffic = (page: Page): string[] => {
  const traffic: string[] = []
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/demo-accounts')) return
    void response.text().then((text) => traffic.push(text), () => undefined)
  })
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => traffic.push(payload.toString())))
  return traffic
}

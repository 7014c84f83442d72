import type { OutboxEntry } from '#sync/engine/ports.ts'
import { countUnsent as countEntries, sumUnsent } from '#sync/engine/outbox/unsent-count.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'

/**
 * Number of answers and other edits waiting on the device, read from IndexedDB and not from the
 * page.
 */
export const countUnsent = async (page: Page): Promise<number> =>
  sumUnsent(countEntries(await readOutbox(page)))

/** Number of waiting edits; a pasted block counts as one. */
export const countEdits = async (page: Page): Promise<number> => (await readOutbox(page)).length

const readOutbox = (page: Page): Promise<OutboxEntry[]> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const { name } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith('tenderbook-user-')) ?? {}
    if (!name) throw new Error('no person has signed in on this device')
    const database = await settled(indexedDB.open(name))
    const entries = await settled(database.transaction('outbox').objectStore('outbox').getAll())
    database.close()
    return entries as OutboxEntry[]
  })

const SYNC_BUTTON = '[data-sync-phase]'
export const syncButton = (page: Page) => page.locator(SYNC_BUTTON)
/** Waits until the sync button shows these words. */
export const saysSync = (page: Page, words: string) =>
  expect(syncButton(page)).toContainText(words, { timeout: 60_000 })
const wordsOf = async (page: Page): Promise<string> =>
  (await syncButton(page).innerText()).replace(/^.*Sync:\s*/s, '').trim()

/** Expects the text that `words` builds from the true number of waiting edits. */
export const expectTruth = async (
  page: Page,
  words: (unsent: number) => string,
  timeout = 60_000,
): Promise<void> => {
  await expect
    .poll(
      async () => {
        const [unsent, said] = [await countUnsent(page), await wordsOf(page)]
        return said === words(unsent) ? 'the truth' : `“${said}” while ${unsent} wait`
      },
      { timeout },
    )
    .toBe('the truth')
}

const BINDING = 'tellSyncWords'
/**
 * Records every text that the sync button ever shows in any page of the context, across reloads.
 */
export const recordSyncWords = async (context: BrowserContext): Promise<string[]> => {
  const said: string[] = []
  await context.exposeBinding(BINDING, (_source, text: string) => void said.push(text))
  await context.addInitScript(
    ([selector, binding]) => {
      let last = ''
      new MutationObserver(() => {
        const text =
          document.querySelector(selector)?.querySelector('[data-sync-text]')?.textContent ?? ''
        if (text === last) return
        last = text
        const tell: unknown = Reflect.get(window, binding)
        if (typeof tell === 'function') tell(text)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    },
    [SYNC_BUTTON, BINDING] as const,
  )
  return said
}

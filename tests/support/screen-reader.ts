import { appendFileSync } from 'node:fs'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'

/** Names the file that the transcript is appended to; without it nothing is collected. */
const FILE = process.env['SCREEN_READER_TRANSCRIPT']

interface AxValue {
  value?: unknown
}
interface AxNode {
  role?: AxValue
  name?: AxValue
  description?: AxValue
  value?: AxValue
  properties?: readonly { name: string; value: AxValue }[]
}

/** States in the order in which a screen reader says them, with the words for true and false. */
const STATES = {
  checked: ['checked', 'not checked'],
  pressed: ['pressed', 'not pressed'],
  expanded: ['expanded', 'collapsed'],
  selected: ['selected', ''],
  disabled: ['unavailable', ''],
  readonly: ['read only', ''],
  required: ['required', ''],
  invalid: ['invalid entry', ''],
} as const

/** One line as a screen reader says it: name, role, value, states, description. */
export const spoken = ({ role, name, description, value, properties = [] }: AxNode): string => {
  const states = Object.entries(STATES).flatMap(([state, [on, off]]) => {
    const found = properties.find((property) => property.name === state)
    if (found === undefined) return []
    const isOn = String(found.value.value) === 'true'
    return [isOn ? on : off].filter((word) => word !== '')
  })
  return [
    text(name) || '(no name)',
    text(role),
    text(value) === text(name) ? '' : text(value),
    ...states,
    text(description) === text(name) ? '' : text(description),
  ]
    .filter((part) => part !== '')
    .join(', ')
}

const text = (part: AxValue | undefined): string =>
  String(part?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Appends to the file of SCREEN_READER_TRANSCRIPT a line for each focus and each change of a live
 * region in the pages of this context. `who` begins each line.
 */
export const transcribe = async (context: BrowserContext, who: string): Promise<void> => {
  if (FILE === undefined) return
  const write = (line: string): void => appendFileSync(FILE, `${who}: ${line}\n`)
  const sessions = new Map<Page, Promise<CDPSession>>()
  let previous = ''
  const focusOf = async (page: Page): Promise<void> => {
    const session = await (sessions.get(page) ??
      sessions.set(page, context.newCDPSession(page)).get(page))
    if (session === undefined) return
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'document.activeElement',
    })
    if (result.objectId === undefined) return
    const { nodes } = await session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    })
    const line = nodes[0] === undefined ? '' : spoken(nodes[0])
    if (line !== '' && line !== previous) write(line)
    previous = line
  }
  await context.exposeBinding('transcribeFocus', ({ page }) => focusOf(page).catch(() => {}))
  await context.exposeBinding('transcribeLive', (_source, said: string) =>
    write(`(announced) ${said}`),
  )
  await context.addInitScript(watchFocusAndLiveRegions)
}

interface Transcribed extends Window {
  transcribeFocus(): void
  transcribeLive(said: string): void
}

/** Runs in the page. */
const watchFocusAndLiveRegions = (): void => {
  const page = window as unknown as Transcribed
  const said = new WeakMap<Element, string>()
  document.addEventListener('focusin', () => page.transcribeFocus(), { capture: true })
  const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]'
  const wordsOf = (node: Node): string => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const parts: string[] = []
    while (texts.nextNode()) parts.push(texts.currentNode.textContent ?? '')
    return parts.join(' ').replaceAll(/\s+/g, ' ').trim()
  }
  const hear = (node: Node): void => {
    const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE)
    if (!region) return
    const before = said.get(region) ?? ''
    const words = wordsOf(region)
    if (words === before) return
    said.set(region, words)
    // Only what was added is said, unless the whole region changed.
    const added = before !== '' && words.startsWith(before) ? words.slice(before.length) : words
    if (added !== '') page.transcribeLive(added.trim())
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      hear(target)
      for (const node of addedNodes)
        if (node instanceof Element) for (const one of node.querySelectorAll(LIVE)) hear(one)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

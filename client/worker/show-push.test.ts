import { beforeEach, expect, it } from 'vitest'
import type { Fetched } from './fetch-notification.ts'
import { type PushPorts, showPush, showWaiting } from './show-push.ts'

interface Shown {
  title: string
  body: string | undefined
  tag: string
  data: unknown
  silent: boolean
  renotify: boolean
  close(): void
}
/** A browser that shows one notification for each tag. */
let shown: Shown[]
let answers: Record<string, Fetched>
let signedIn: string | null
let badge: number | null
let onShow: () => void

const ports: PushPorts = {
  shelf: {
    showNotification: async (title, options) => {
      const { body, tag, data, silent, renotify } = options as Omit<Shown, 'title' | 'close'>
      shown = shown.filter((one) => one.tag !== tag)
      const one = { title, body, tag, data, silent, renotify, close: () => remove() }
      const remove = (): void => {
        shown = shown.filter((other) => other !== one)
      }
      shown.push(one)
      onShow()
    },
    getNotifications: async (filter) =>
      shown.filter(({ tag }) => filter === undefined || tag === filter.tag),
  },
  fetchNotification: async (id) => answers[id] ?? { kind: 'none' },
  isSignedIn: async (sessionId) => sessionId === signedIn,
  setBadge: (unread) => (badge = unread),
  language: 'sk',
}
const found = (message: string, project: string | null = 'Groupware', unread = 1): Fetched => ({
  kind: 'found',
  sessionId: 's',
  unread,
  notification: {
    id: message,
    message,
    createdOn: 0,
    read: false,
    project: project === null ? null : { id: project.toLowerCase(), name: project },
    organization: null,
    link: `/project/${message}`,
  },
})
const push = (id: string, language = 'en') => showPush(ports, JSON.stringify({ id, language }))
const titles = () => shown.map(({ title, body }) => (body === undefined ? title : [title, body]))
const links = () => shown.map(({ data }) => (data as { link: string | null }).link)
const NEUTRAL = 'Tenderbook: something is new'

beforeEach(() => {
  shown = []
  answers = { a: found('Visit'), b: found('Reply'), c: found('Deadline', 'Groupware', 7) }
  signedIn = 's'
  badge = null
  onShow = () => undefined
})

it('[WP9] the newest notification of a project replaces the older one and says how many', async () => {
  await push('a')
  expect([titles(), links()]).toEqual([['Visit'], ['/project/Visit']])
  await push('b')
  expect(titles()).toEqual([['2 new in Groupware', 'Reply']])
  await push('c')
  expect(titles()).toEqual([['3 new in Groupware', 'Deadline']])
  expect([links(), badge]).toEqual([['/project/Deadline'], 7])
})

it('[WP9] each project has its own, and the account another', async () => {
  answers = { ...answers, p: found('Other', 'Portal'), x: found('New device', null) }
  for (const id of ['a', 'p', 'x', 'b']) await push(id)
  expect(titles()).toEqual(['Other', 'New device', ['2 new in Groupware', 'Reply']])
  answers['y'] = found('Password', null)
  await push('y')
  expect(titles().at(-1)).toEqual(['2 new for your account', 'Password'])
})

it('[WP9] a push that arrives twice counts once, and one that was closed no more', async () => {
  await push('a')
  await push('a')
  expect(titles()).toEqual(['Visit'])
  shown[0]?.close()
  await push('b')
  expect(titles()).toEqual(['Reply'])
})

it('[WP9] a notification that the browser drops is shown again, three times at most', async () => {
  const asked: boolean[] = []
  let dropped = 1
  onShow = () => {
    asked.push(shown.at(-1)?.renotify ?? false)
    if (asked.length <= dropped) shown = []
  }
  await push('a')
  expect([titles(), asked]).toEqual([['Visit'], [true, false]])
  answers['a'] = { kind: 'later' }
  ;[shown, asked.length] = [[], 0]
  await push('a')
  expect([titles(), asked]).toEqual([[NEUTRAL], [true, false]])
  dropped = 10
  ;[shown, asked.length] = [[], 0]
  await push('b')
  expect([titles(), asked]).toEqual([[], [true, false, false]])
})

it('[WP9] counts take the forms of the language, and names are shown as they are', async () => {
  const ids = Array.from({ length: 5 }, (_, at) => `n${at}`)
  for (const [at, id] of ids.entries()) {
    answers[id] = found(id, '# {name} $&')
    await push(id, 'sk')
    if (at === 1) expect(shown[0]?.title).toBe('2 nové v projekte # {name} $&')
  }
  expect(shown[0]?.title).toBe('5 nových v projekte # {name} $&')
})

it('[WP10] a sign-out while the text is on its way, or while it is shown, leaves nothing named', async () => {
  signedIn = null
  await push('a', 'en')
  expect(titles()).toEqual([NEUTRAL])
  shown = []
  signedIn = 's'
  onShow = () => (signedIn = null)
  await push('a')
  expect([titles(), badge]).toEqual([[NEUTRAL], null])
})

it('[WP10] a device that learns of the end of its session takes the named ones away', async () => {
  await push('a')
  answers['b'] = { kind: 'locked' }
  expect(await push('b')).toEqual({ isLater: false })
  expect(titles()).toEqual([NEUTRAL])
})

it('[WP12] what cannot be read is one neutral notification in the language of the person', async () => {
  answers = { a: { kind: 'later' }, b: { kind: 'later' } }
  expect(await push('a', 'sk')).toEqual({ isLater: true })
  await push('b', 'sk')
  expect([titles(), links()]).toEqual([['Tenderbook: máte niečo nové'], [null]])
})

it('[WP12] a push without a readable payload is neutral in the language of the device', async () => {
  for (const text of [undefined, 'no json', '{"id":1,"language":"en"}', '{"id":"a"}', 'null']) {
    shown = []
    await showPush(ports, text)
    expect([text, titles()]).toEqual([text, ['Tenderbook: máte niečo nové']])
  }
})

it('[WP12] the neutral one is replaced, silently, by all texts once they can be read', async () => {
  answers = { a: { kind: 'later' }, b: { kind: 'locked' } }
  for (const id of ['a', 'b']) await push(id)
  expect(await showWaiting(ports, false)).toEqual({ isLater: true })
  expect(titles()).toEqual([NEUTRAL])
  answers = { a: found('Visit'), b: { kind: 'later' } }
  expect(await showWaiting(ports, false)).toEqual({ isLater: true })
  expect(titles()).toEqual(['Visit', NEUTRAL])
  answers['b'] = found('Reply')
  expect(await showWaiting(ports, false)).toEqual({ isLater: false })
  expect([titles(), shown[0]?.silent]).toEqual([[['2 new in Groupware', 'Reply']], true])
})

it('[WP12] texts that the person may no longer read, or sees in a tab, end the neutral one', async () => {
  for (const isSeen of [false, true]) {
    answers = { a: { kind: 'later' } }
    await push('a')
    answers = {}
    expect(await showWaiting(ports, isSeen)).toEqual({ isLater: false })
    expect(titles()).toEqual([])
  }
})

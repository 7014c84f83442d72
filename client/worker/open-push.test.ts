import { expect, it } from 'vitest'
import { openPush, type OpenPage } from './open-push.ts'

interface Tab {
  path: string
  isVisible?: boolean
  isAsleep?: boolean
}
const DATA = { link: '/project/1/detail' }

/** What a click does to these tabs, in order. */
const click = async (tabs: readonly Tab[], data: unknown = DATA): Promise<string[]> => {
  const log: string[] = []
  const pages = tabs.map(({ path, isVisible = false, isAsleep = false }): OpenPage => ({
    url: `https://tenders.example${path}`,
    visibilityState: isVisible ? 'visible' : 'hidden',
    focus() {
      log.push(`focus ${path}`)
      return Promise.reject(new Error('No click'))
    },
    postMessage(message, [port]) {
      log.push(`${path} shows ${(message as { openLink: string }).openLink}`)
      if (!isAsleep) port?.postMessage('heard')
    },
  }))
  const windows = {
    matchAll: async () => pages,
    openWindow: async (url: string) => void log.push(`open ${url}`),
  }
  // The answer of a tab that is awake needs no time.
  await openPush(windows, data, tabs.some(({ isAsleep }) => isAsleep) ? 1 : 60_000)
  return log
}

it('[WP9] a click shows the page in an open tab, a visible one first', async () => {
  expect(await click([{ path: '/projects' }, { path: '/dashboard', isVisible: true }])).toEqual([
    'focus /dashboard',
    '/dashboard shows /project/1/detail',
  ])
  expect(await click([{ path: '/login' }, { path: '/' }, { path: '/projects' }])).toEqual([
    'focus /projects',
    '/projects shows /project/1/detail',
  ])
})

it('[WP9] without a tab, or with one that sleeps, a click opens a new window', async () => {
  expect(await click([])).toEqual(['open /project/1/detail'])
  expect(await click([{ path: '/login' }])).toEqual(['open /project/1/detail'])
  expect(await click([{ path: '/projects', isAsleep: true }])).toEqual([
    'focus /projects',
    '/projects shows /project/1/detail',
    'open /project/1/detail',
  ])
})

it('[WP9] a neutral one only brings the open tab forward', async () => {
  expect(await click([{ path: '/projects' }], { link: null })).toEqual(['focus /projects'])
  expect(await click([], { link: null })).toEqual(['open /'])
})

it('[WP9] a link to another place is not followed', async () => {
  for (const link of ['https://evil.example/', '//evil.example', '/\\evil.example', 7, undefined])
    expect([link, await click([], { link })]).toEqual([link, ['open /']])
})

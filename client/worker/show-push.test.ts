import { describe, expect, it } from 'vitest'
import type { Notification } from '#schema/entities/notification.ts'
import { linkOf, type PushData, readPush } from './show-push.ts'

const build = (changes: Partial<Notification> = {}): Notification => ({
  id: 'n1',
  message: 'A question was asked in Groupware',
  createdOn: 0,
  read: false,
  project: { id: 'p', name: 'Groupware' },
  organization: null,
  link: '/project/p/questions',
  ...changes,
})
/** A device whose system shows what it is told, one notification for each tag. */
const openDevice = (found: Record<string, Notification>) => {
  const shown = new Map<string, PushData>()
  return async (payload: unknown) => {
    const push = await readPush(payload, {
      find: async (id) => {
        const notification = found[id]
        return notification === undefined ? null : { notification, unread: 4 }
      },
      shownAs: async (tag) => [shown.get(tag)].filter((one) => one !== undefined),
    })
    shown.set(push.tag, push.data)
    return push
  }
}

describe('a push', () => {
  it('shows the text, leads to its page and knows the number of unread ones', async () => {
    const show = openDevice({ n1: build() })
    expect(await show({ id: 'n1', language: 'en' })).toEqual({
      title: 'A question was asked in Groupware',
      body: '',
      tag: 'project-p',
      data: { link: '/project/p/questions', ids: ['n1'] },
      unread: 4,
    })
  })

  it('takes the place of the one before it in its project, and counts', async () => {
    const show = openDevice({ n1: build(), n2: build({ message: 'Newer' }) })
    await show({ id: 'n1', language: 'en' })
    expect(await show({ id: 'n2', language: 'en' })).toMatchObject({
      title: 'Newer',
      body: '2 new in Groupware',
      data: { ids: ['n1', 'n2'] },
    })
    // The server repeats a push whose sending it could not record.
    expect((await show({ id: 'n2', language: 'sk' })).body).toBe('Nové v projekte Groupware: 2')
  })

  it('of the account stands apart from those of projects', async () => {
    const account = build({ project: null, link: null })
    const show = openDevice({ n1: build(), n2: account, n3: account })
    await show({ id: 'n1', language: 'en' })
    for (const id of ['n2', 'n3'])
      expect(await show({ id, language: 'en' })).toMatchObject({
        body: '',
        tag: id,
        data: { link: '/', ids: [id] },
      })
  })

  it('names nothing where its text cannot be read, or is none of ours', async () => {
    const show = openDevice({})
    expect(await show({ id: 'n9', language: 'sk' })).toEqual({
      title: 'Tenderbook: máte niečo nové',
      body: '',
      tag: 'n9',
      data: { link: '/', ids: ['n9'] },
      unread: null,
    })
    for (const payload of [null, 'text', { id: 4, language: 'en' }, { id: 'n1', language: 'de' }])
      expect(await show(payload)).toMatchObject({
        title: 'Tenderbook: something is new',
        tag: 'new',
      })
    const broken = await readPush(
      { id: 'n1', language: 'en' },
      { find: () => Promise.reject(new TypeError('no network')), shownAs: async () => [] },
    )
    expect(broken.title).toBe('Tenderbook: something is new')
  })
})

it('a click opens the stored page, or the start where there is none', () => {
  expect(linkOf({ link: '/project/p', ids: [] })).toBe('/project/p')
  expect([linkOf(null), linkOf('x'), linkOf({})]).toEqual(['/', '/', '/'])
})

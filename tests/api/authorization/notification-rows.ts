import type { Api } from '#schema/api/index.ts'
import { EVERYBODY, READERS, twinsOf } from './cast.ts'
import { inProject, type MatrixRow, PUBLIC } from './matrix-row.ts'

const body = { text: 'The visit is on Monday', team: true }

export const NOTIFICATION_ROWS = {
  // Everyone reads and marks only their own.
  list: () => [{ object: 'own', may: EVERYBODY }],
  markRead: () => [{ object: 'own', may: EVERYBODY, body: { id: 'n1' } }],
  send: () => [
    { object: 'own', state: 'PREPARATION', may: ['owner'], params: { id: 'project' }, body },
    {
      object: 'otherOrganization',
      state: 'PREPARATION',
      may: twinsOf(['owner']),
      params: { id: 'vproject' },
      body,
    },
  ],
  messages: inProject({ state: 'PUBLISHED', may: READERS }, ({ project }) => ({
    params: { id: project },
  })),
} satisfies { [C in keyof Api['notifications']]: MatrixRow }

const daily = { group: 'replies', mail: 'daily', push: null }
const OWN_ONLY = { object: 'own', may: EVERYBODY } as const

export const NOTICE_SETTINGS_ROWS = {
  own: () => [OWN_ONLY],
  setTimes: () => [{ ...OWN_ONLY, body: { zone: 'UTC', digestHour: 7, quiet: null } }],
  choose: () => [
    { ...OWN_ONLY, body: { ...daily, projectId: null } },
    { object: 'own', may: READERS, state: 'PUBLISHED', body: { ...daily, projectId: 'project' } },
    {
      object: 'otherOrganization',
      may: twinsOf(READERS),
      state: 'PUBLISHED',
      body: { ...daily, projectId: 'vproject' },
    },
  ],
} satisfies { [C in keyof Api['noticeSettings']]: MatrixRow }

export const UNSUBSCRIBE_ROWS = {
  page: PUBLIC,
  end: PUBLIC,
  undo: PUBLIC,
} satisfies { [C in keyof Api['unsubscribe']]: typeof PUBLIC }

const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/a',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Everyone reaches only the device of their own session. */
export const PUSH_ROWS = {
  key: () => [{ object: 'own', may: EVERYBODY }],
  subscribe: () => [{ object: 'own', may: EVERYBODY, body: device }],
  unsubscribe: () => [{ object: 'own', may: EVERYBODY }],
  notification: () =>
    (['otherOrganization', 'otherVendor', 'colleague'] as const).map((object) => ({
      object,
      may: [],
      params: { id: 'n1' },
    })),
} satisfies { [C in keyof Api['pushes']]: MatrixRow }

export const CALENDAR_ROWS = {
  get: () => [{ object: 'own', may: EVERYBODY }],
  renew: () => [{ object: 'own', may: EVERYBODY }],
  remove: () => [{ object: 'own', may: EVERYBODY }],
  feed: PUBLIC,
} satisfies { [C in keyof Api['calendar']]: MatrixRow | typeof PUBLIC }

import { createHmac } from 'node:crypto'
import { createLink } from '#server/identity/mail-links.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API, type CallName } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import type { Name } from '../authorization/cast.ts'
import { MATRIX } from '../authorization/matrix.ts'
import { type Attempt, type Ids, type MatrixRow, PUBLIC } from '../authorization/matrix-row.ts'
import type { MatrixWorld } from '../authorization/matrix-world.ts'

type Input = Omit<Attempt, 'object' | 'may'>
/**
 * Sends one request and returns the body of the answer; a status of 400 or more ends the recipe.
 */
export type Send = (
  call: CallName,
  as: Name | 'anonymous',
  input?: Input,
) => Promise<Record<string, unknown>>
interface Kitchen {
  readonly world: MatrixWorld
  readonly send: Send
}
type Recipe = (kitchen: Kitchen) => Promise<unknown>

const ownExport = {
  params: { id: 'project' },
  body: { content: 'requirements', format: 'csv' },
}
const hash = 'hash-of-@'
const ANOTHER = 'QW5vdGhlciBoYXNoIG9mIGEgcGFzc3dvcmQhISEhISE='
const linkFor = (
  { world: { database, ids, clock } }: Kitchen,
  purpose: LinkPurpose,
  email: string,
): Promise<string> =>
  database.write((tx) =>
    createLink(tx, {
      purpose,
      userId: purpose === 'register' ? null : ids.users.colleague,
      email,
      now: clock.now,
    }),
  )
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** RFC 6238: the code that an authenticator shows for the secret at this moment. */
const codeAt = (secret: string, nowMs: number): string => {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}
const signedInWithCode = async ({ send, world }: Kitchen): Promise<() => string> => {
  const own = { username: 'colleague', hash: world.hashes.get('colleague') }
  const { secret } = await send('twoFactor.init', 'anonymous', { body: own })
  const code = (): string => {
    // A code is used once.
    world.clock.now += 60_000
    return codeAt(String(secret), world.clock.now)
  }
  await send('twoFactor.enable', 'anonymous', { body: { ...own, otp: code() } })
  return code
}
const place = { name: 'Short-lived', description: '', zone: 'UTC' }
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * How a call succeeds that the matrix allows to no person, because it needs a password, a link from
 * a mail or an object that another call has created.
 */
const RECIPES: { readonly [C in CallName]?: Recipe } = {
  'application.version': ({ send }) => send('application.version', 'anonymous'),
  'auth.prelogin': ({ send }) =>
    send('auth.prelogin', 'anonymous', { body: { username: 'owner' } }),
  'auth.authenticate': ({ send, world }) =>
    send('auth.authenticate', 'anonymous', {
      body: { username: 'owner', hash: world.hashes.get('owner') },
    }),
  'auth.demoAccounts': ({ send }) => send('auth.demoAccounts', 'anonymous'),
  'registration.request': ({ send }) =>
    send('registration.request', 'anonymous', { body: { email: 'new@x.example' } }),
  'registration.checkToken': async (kitchen) =>
    kitchen.send('registration.checkToken', 'anonymous', {
      params: { token: await linkFor(kitchen, 'register', 'new@x.example') },
    }),
  'registration.usernameCheck': ({ send }) =>
    send('registration.usernameCheck', 'anonymous', { body: { username: 'free' } }),
  'registration.create': async (kitchen) =>
    kitchen.send('registration.create', 'anonymous', {
      body: {
        token: await linkFor(kitchen, 'register', 'new@x.example'),
        username: 'newcomer',
        hash: ANOTHER,
        firstname: 'New',
        lastname: 'Comer',
      },
    }),
  'passwords.change': ({ send }) =>
    send('passwords.change', 'colleague', { body: { oldHash: hash, newHash: ANOTHER } }),
  'passwords.resetRequest': ({ send }) =>
    send('passwords.resetRequest', 'anonymous', { body: { username: 'owner' } }),
  'passwords.setNew': async (kitchen) =>
    kitchen.send('passwords.setNew', 'anonymous', {
      body: {
        newPasswordHash: ANOTHER,
        resetToken: await linkFor(kitchen, 'reset-password', 'colleague@city.example'),
      },
    }),
  'passwords.check': ({ send }) =>
    send('passwords.check', 'anonymous', { body: { hash: 'ABCDE' } }),
  'emailChange.request': ({ send }) =>
    send('emailChange.request', 'colleague', { body: { email: 'other@city.example', hash } }),
  'emailChange.confirm': async (kitchen) =>
    kitchen.send('emailChange.confirm', 'anonymous', {
      body: { token: await linkFor(kitchen, 'change-email', 'other@city.example') },
    }),
  'emailChange.undo': async (kitchen) =>
    kitchen.send('emailChange.undo', 'anonymous', {
      body: { token: await linkFor(kitchen, 'undo-email-change', 'former@city.example') },
    }),
  'twoFactor.init': signedInWithCode,
  'twoFactor.enable': signedInWithCode,
  'twoFactor.check': async (kitchen) => {
    const code = await signedInWithCode(kitchen)
    await kitchen.send('twoFactor.check', 'colleague', { body: { otp: code() } })
  },
  'twoFactor.newCodes': async (kitchen) => {
    const code = await signedInWithCode(kitchen)
    await kitchen.send('twoFactor.newCodes', 'colleague', { body: { hash, otp: code() } })
  },
  'twoFactor.disable': async (kitchen) => {
    const code = await signedInWithCode(kitchen)
    await kitchen.send('twoFactor.disable', 'colleague', { body: { hash, otp: code() } })
  },
  'twoFactor.reset': async (kitchen) => {
    const code = await signedInWithCode(kitchen)
    const own = { username: 'colleague', hash: kitchen.world.hashes.get('colleague') }
    await kitchen.send('twoFactor.reset', 'anonymous', { body: { ...own, otp: code() } })
  },
  'profiles.avatar': async ({ send }) => {
    const { avatar } = await send('profiles.setAvatar', 'colleague', { body: { picture: PIXEL } })
    await send('profiles.avatar', 'anonymous', { params: { sha256: String(avatar) } })
  },
  'profiles.delete': ({ send }) => send('profiles.delete', 'colleague', { body: { hash } }),
  'consents.accept': async ({ send, world: { ids } }) => {
    const { city } = ids.companies
    await send('organizationSettings.setDocumentation', 'org-admin', {
      params: { id: city },
      body: { title: 'Terms', text: 'Be fair.' },
    })
    await send('consents.accept', 'alpha-primary', { body: { organizationId: city, version: 1 } })
  },
  'documents.deleteView': async ({ send, world }) => {
    const [attempt] = attemptsOf('documents.saveView', world.ids)
    if (attempt === undefined) throw new Error('No row for documents.saveView')
    await send('documents.saveView', 'author', attempt)
    await send('documents.deleteView', 'author', { params: { id: 'd1', viewId: 'view9' } })
  },
  'exports.download': async ({ send }) => {
    const { id } = await send('exports.start', 'owner', ownExport)
    await send('exports.download', 'owner', { params: { id: 'project', exportId: String(id) } })
  },
  'exports.delete': async ({ send }) => {
    const { id } = await send('exports.start', 'owner', ownExport)
    await send('exports.delete', 'owner', { params: { id: 'project' }, body: { id } })
  },
  'organizationSettings.remove': async ({ send }) => {
    const { id } = await send('organizationSettings.create', 'sys-admin', { body: place })
    await send('organizationSettings.remove', 'sys-admin', { body: { id } })
  },
  'vendors.remove': async ({ send, world: { ids } }) => {
    const params = { id: ids.companies.city }
    const { id } = await send('vendors.create', 'org-admin', { params, body: place })
    await send('vendors.remove', 'org-admin', { body: { id } })
  },
  'sync.push': async ({ send, world: { database, clock } }) => {
    const { value: serverId } = await database.queries
      .selectFrom('server_meta')
      .select('value')
      .where('key', '=', 'serverId')
      .executeTakeFirstOrThrow()
    const args = { projectId: 'project', id: 's1', name: 'Pushed' }
    await send('sync.push', 'author', {
      body: {
        serverId,
        clientId: 'device-of-a-good-request',
        schemaVersion: SYNC_PROTOCOL,
        mutations: [{ mid: 1, command: 'sections.update', args, base: {}, clientAt: clock.now }],
      },
    })
  },
}

/**
 * Calls that need a signature by a device's key, the secret of a link or the id of a notification,
 * each with the test in which it succeeds.
 */
export const UNREACHED: { readonly [C in CallName]?: string } = {
  'auth.renew': 'tests/api/auth.test.ts',
  'calendar.feed': 'tests/api/calendar.test.ts',
  'pushes.notification': 'tests/api/web-push.test.ts',
  'sync.bring': 'tests/api/bring.test.ts',
  'sync.deliver': 'tests/api/deliver.test.ts',
  'unsubscribe.end': 'tests/api/notice-mails.test.ts',
  'unsubscribe.undo': 'tests/api/notice-mails.test.ts',
}

interface Good {
  readonly call: CallName
  readonly state: Attempt['state']
  readonly isSealed: boolean | undefined
  readonly cook: Recipe
}
const CALLS = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries<Endpoint>(rows).map(([name, row]) => ({
    call: `${slice}.${name}` as CallName,
    row,
  })),
)
export const ROW_OF = Object.fromEntries(CALLS.map(({ call, row }) => [call, row])) as Readonly<
  Record<CallName, Endpoint>
>

const attemptsOf = (call: CallName, ids: Ids): readonly Attempt[] => {
  const [slice = '', name = ''] = call.split('.')
  const rows: Readonly<Record<string, MatrixRow | typeof PUBLIC | undefined>> =
    MATRIX[slice as keyof typeof MATRIX]
  const row = rows[name]
  return row === undefined || row === PUBLIC ? [] : row(ids).filter(({ may }) => may.length > 0)
}
/** For every call, its recipe or an attempt that the matrix allows; each ends in a success. */
export const goodRequests = (ids: Ids): Good[] =>
  CALLS.flatMap(({ call }): Good[] => {
    const cook = RECIPES[call]
    if (cook !== undefined) {
      const state = call === 'documents.deleteView' ? 'PUBLISHED' : undefined
      return [{ call, state, isSealed: undefined, cook }]
    }
    const [attempt] = attemptsOf(call, ids)
    const me = attempt?.may[0]
    return attempt === undefined || me === undefined
      ? []
      : [
          {
            call,
            state: attempt.state,
            isSealed: attempt.isSealed,
            cook: ({ send }) => send(call, me, attempt),
          },
        ]
  })

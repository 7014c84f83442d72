import { API } from '#schema/api/index.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { EVERY_ROUTE } from '../../client/routes/-every-route.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { variationIf } from '../support/variation.ts'

test('a password is hidden, can be shown, pasted and filled in by a password manager', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.evaluate(() => navigator.clipboard.writeText('Žltý kôň 1 🐎 <&>'))
  await password.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue('Žltý kôň 1 🐎 <&>')
  await page.getByRole('button', { name: 'Show or hide: Password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('a password is sent as it was typed, letter by letter', async ({ page, server }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill('owner')
  for (const typed of [
    ' Blanks  around-1 ',
    'Zlutoucky\u0301 \ufb01 \u2126-1',
    `\u{1F40E} CaSe ${'x'.repeat(90)}`,
  ]) {
    await page.getByLabel('Password', { exact: true }).fill(typed)
    const sent = page.waitForRequest('**/auth/authenticate')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    const { hash } = (await sent).postDataJSON() as { hash: string }
    expect(hash, typed).toBe(await hashForSignIn(server.url, 'owner', typed))
    await expect(page.getByRole('alert').first()).toBeVisible()
  }
})

/** Paths of every screen that these audiences may open, with the ids of what they see. */
const screensOf = (audiences: readonly string[], ids: Readonly<Record<string, string>>): string[] =>
  Object.entries(EVERY_ROUTE)
    .filter(([, audience]) => audiences.includes(audience))
    .map(([path]) =>
      path.replace(/\$(\w+)/g, (_whole, name: string) =>
        encodeURIComponent(ids[`${path.split('/')[1]}.${name}`] ?? ids[name] ?? '1'),
      ),
    )

const expectSignOut = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Account of/ }), path).toBeVisible()
  }
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
}

for (const [username, audiences] of [
  ['owner', ['user', 'home', 'requestor']],
  ['plone-primary', ['user', 'home', 'vendor']],
] as const) {
  test(`every screen of ${username} offers a way to sign out${variationIf(username === 'owner')}`, async ({
    page,
    server,
  }) => {
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    const {
      items: [project],
    } = await api.call(API.projects.byUser, {
      params: { id: String(api.session.userId) },
      body: {},
    })
    const { rows } = await api.pull(project?.id ?? '')
    const idOf = (entity: string): string => rows.find((row) => row.entity === entity)?.id ?? ''
    const requirement = await api.call(API.requirements.get, {
      params: { id: idOf('requirement') },
    })
    const paths = screensOf(audiences, {
      'project.id': project?.id ?? '',
      'organization.id': String(api.session.organizationId),
      packageId: idOf('package'),
      documentId: requirement.documentId,
      requirementFullId: requirement.fullId ?? '',
      username: username,
    })
    expect(paths.length).toBeGreaterThan(20)
    await signInAs(page, username)
    await expectSignOut(page, [...paths, '/nowhere'])
  })
}

/**
 * Everything that a script injected into the page could copy: local and session storage, and the
 * part of IndexedDB that can leave the browser in bytes.
 */
const copyOut = (page: Page): Promise<Copied> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error ?? new Error('IndexedDB'))
      })
    const database = await settled(indexedDB.open('tenderbook-session'))
    const record = await settled<Record<string, unknown>>(
      database.transaction('session').objectStore('session').get('session'),
    )
    database.close()
    const keys = Object.entries(record).filter(
      (entry): entry is [string, CryptoKey] => entry[1] instanceof CryptoKey,
    )
    const forms = ['jwk', 'pkcs8', 'raw', 'spki'] as const
    const exported = await Promise.all(
      keys.flatMap(([, key]) =>
        forms.map((form) =>
          crypto.subtle.exportKey(form, key).then(
            () => true,
            () => false,
          ),
        ),
      ),
    )
    return {
      local: { ...localStorage },
      session: { ...sessionStorage },
      record: JSON.stringify(record),
      keys: keys.map(([name]) => name),
      exported: exported.filter(Boolean).length,
    }
  })
interface Copied {
  local: Record<string, string>
  session: Record<string, string>
  record: string
  keys: string[]
  exported: number
}

/**
 * Writes the copy into the storage of another browser, with keys of the thief in place of those
 * that cannot be exported.
 */
const putInto = (page: Page, { local, session, record }: Copied): Promise<void> =>
  page.evaluate(
    async (copy) => {
      for (const [key, value] of Object.entries(copy.local)) localStorage.setItem(key, value)
      for (const [key, value] of Object.entries(copy.session)) sessionStorage.setItem(key, value)
      const { privateKey } = await crypto.subtle.generateKey(
        { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        ['sign', 'verify'],
      )
      const sealKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ])
      await new Promise<void>((done, fail) => {
        const opening = indexedDB.open('tenderbook-session')
        opening.onerror = () => fail(opening.error ?? new Error('IndexedDB'))
        opening.onsuccess = () => {
          const writing = opening.result.transaction('session', 'readwrite')
          writing.objectStore('session').put({ ...JSON.parse(copy.record), privateKey, sealKey })
          writing.oncomplete = () => {
            opening.result.close()
            done()
          }
        }
      })
    },
    { local, session, record },
  )

test('a copied storage opens nothing after its token expires: the key that renews it never leaves the browser', async ({
  openDevice,
  server,
}) => {
  const owner = await openDevice()
  await signInAs(owner.page, 'owner')
  await expect(owner.page.getByRole('heading', { level: 1 })).toBeVisible()
  const copied = await copyOut(owner.page)
  expect(copied.keys).toEqual(expect.arrayContaining(['privateKey', 'sealKey']))
  expect(copied.exported, 'keys that could be read out').toBe(0)
  expect(copied.record).toContain(String(copied.local['token']))

  const thief = await openDevice()
  thief.watch.expectNetworkErrors(true)
  await thief.page.goto('/login')
  await expect(thief.page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await putInto(thief.page, copied)
  // Expire the access tokens, as fifteen minutes would.
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined })
  await database.write(async (tx) => {
    await tx.updateTable('sessions').set({ access_until: 1 }).execute()
  })
  await database.close()
  const got: string[] = []
  thief.context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (
      pathname.startsWith('/api/') &&
      response.ok() &&
      !/\/application\/version$|\/prelogin$|\/demo-accounts$/.test(pathname)
    )
      got.push(pathname)
  })
  await thief.page.goto('/projects')
  await expect(thief.page.getByRole('dialog', { name: 'Renew session' })).toBeVisible()
  expect(got).toEqual([])
  for (const words of [
    'Accessibility of the content platform',
    'Application security requirements',
  ])
    expect(await dumpStorage(thief.page)).not.toContain(words)

  await owner.page.goto('/projects')
  await expect(
    owner.page.getByRole('link', { name: /Application security requirements/ }),
  ).toBeVisible()
  await owner.page.goto('/settings/account')
  await expect(owner.page.getByRole('row', { name: /This device/ })).toBeVisible()
})

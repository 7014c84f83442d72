import type { BrowserContext, CDPSession, Worker } from '@playwright/test'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { pressKey } from '../support/keyboard.ts'

interface Shown {
  title: string
  body: string
  tag: string
}
/** What the system shows of the application. */
const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    }))
  })

/** Delivers a push as the push service of the browser would. */
const openPushes = async (context: BrowserContext, origin: string) => {
  const page = await context.newPage()
  const devtools: CDPSession = await context.newCDPSession(page)
  const registrations: string[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: found }) =>
    registrations.push(...found.map(({ registrationId }) => registrationId)),
  )
  await page.goto(`${origin}/icons/icon-192.png`)
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  await page.goto('about:blank')
  return (payload: object) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: registrations.at(-1) ?? '',
      data: JSON.stringify(payload),
    })
}

/** Clicks the notification of a project, as far as a page can be opened without a person's click. */
const clickNewest = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const notification = (await registration.getNotifications()).find(({ tag }) =>
      tag.startsWith('project-'),
    )
    const Click = Reflect.get(globalThis, 'NotificationEvent') as new (
      type: string,
      options: object,
    ) => Event
    globalThis.dispatchEvent(new Click('notificationclick', { notification }))
  })

test('pushes show one notification per project, which a click opens and a sign-out takes away', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({ installs: true })
  const { context, proxy } = device
  await context.grantPermissions(['notifications'], { origin: proxy.url })
  await signInAs(device.page, 'drupal-contact')
  await untilInstalled(device.page)
  const contact = await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD)
  const { items } = await contact.call(API.notifications.list, { body: { pageSize: 200 } })
  const byProject = Map.groupBy(items, ({ project }) => project?.id)
  const [newest, older] =
    [...byProject.values()].find((all) => all.length > 1 && all[0]?.project !== null) ?? []
  if (newest === undefined || older === undefined) throw new Error('The demo has too few of them')

  const deliver = await openPushes(context, proxy.url)
  await device.page.close()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await deliver({ id: older.id, language: 'en' })
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: older.message, body: '' }])
  await deliver({ id: newest.id, language: 'en' })
  await expect
    .poll(() => shownBy(worker))
    .toMatchObject([{ title: newest.message, body: `2 new in ${newest.project?.name}` }])
  await deliver({ id: 'unknown', language: 'sk' })
  await expect.poll(async () => (await shownBy(worker)).length).toBe(2)

  const page = await context.newPage()
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await clickNewest(worker)
  await expect(page).toHaveURL(new RegExp(`${newest.link}$`))

  await pressKey(page, 'button', /^Account of/)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await shownBy(worker)).toEqual([])
})

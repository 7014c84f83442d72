import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { type Device, expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

const NEUTRAL = 'Tenderbook: something is new'

interface ShownPush {
  title: string
  body: string
}
/** The part of a service worker that these tests use. */
interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: { matchAll(): Promise<readonly { visibilityState: string }[]> }
  dispatchEvent(event: Event): boolean
  NotificationEvent: new (type: string, options: { notification: Notification }) => Event
}

/** What this device's service worker does, with or without an open tab. */
const workerOf = async ({ context, proxy }: Device) => {
  // The DevTools session of a tab of another origin outlives the tabs of the application.
  const devtools = await context.newCDPSession(await context.newPage())
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(proxy.url))
      if (own !== undefined) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const of = { origin: proxy.url, registrationId: await registered }
  const worker = () => {
    const running = context.serviceWorkers().at(-1)
    if (running === undefined) throw new Error('No service worker is running')
    return running
  }
  return {
    push: (id: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        ...of,
        data: JSON.stringify({ id, language: 'en' }),
      }),
    sync: () =>
      devtools.send('ServiceWorker.dispatchSyncEvent', {
        ...of,
        tag: 'tenderbook-pushes',
        lastChance: false,
      }),
    shown: (): Promise<ShownPush[]> =>
      worker().evaluate(async () => {
        const { registration } = self as unknown as WorkerScope
        return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
      }),
    /** Whether a person sees the application, so that no push is shown. */
    isSeen: (): Promise<boolean> =>
      worker().evaluate(async () => {
        const { clients } = self as unknown as WorkerScope
        return (await clients.matchAll()).some(
          ({ visibilityState }) => visibilityState === 'visible',
        )
      }),
    click: () =>
      worker().evaluate(async () => {
        const scope = self as unknown as WorkerScope
        const [notification] = await scope.registration.getNotifications()
        if (notification === undefined) throw new Error('Nothing is shown')
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      }),
  }
}

test('pushes arrive without an open tab, lead to their page, and leave with the sign-out', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD)
  const { project } = await openDemoProject(api, 'PUBLISHED')
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const tell = async (text: string) => {
    const body = { text, vendors: 'all' as const }
    await owner.call(API.notifications.send, { params: { id: project.id }, body })
    const find = async () =>
      (await api.call(API.notifications.list, { body: {} })).items.find(({ message }) =>
        message.includes(text),
      )
    await expect.poll(find).toBeDefined()
    const found = await find()
    if (found === undefined) throw new Error('The message has not arrived')
    return found
  }
  const [first, second] = [await tell('The visit is on Monday'), await tell('Bring a badge')]

  const device = await openDevice({ installs: true })
  await device.context.grantPermissions(['notifications'], { origin: device.proxy.url })
  await signInAs(device.page, 'drupal-contact')
  await untilInstalled(device.page)
  const worker = await workerOf(device)

  // The person sees the bell: the next step finds nothing of this one.
  await device.page.bringToFront()
  await worker.push(first.id)
  await device.page.close()
  await expect.poll(worker.isSeen).toBe(false)

  await test.step('without a network the text names nothing, and replaces itself later', async () => {
    await device.goOffline()
    await worker.push(first.id)
    await expect.poll(worker.shown).toEqual([{ title: NEUTRAL, body: '' }])
    await device.goOnline()
    await worker.sync()
    await expect.poll(worker.shown).toEqual([{ title: first.message, body: '' }])
  })

  await test.step('the next one of the project takes the place of the first', async () => {
    await worker.push(second.id)
    const title = `2 new in ${project.name}`
    await expect.poll(worker.shown).toEqual([{ title, body: second.message }])
  })

  const tab = await device.context.newPage()
  await test.step('a click leads to the page in the open tab, which is not loaded again', async () => {
    await tab.goto('/vendor/dashboard/notices')
    await expect(tab.getByRole('button', { name: /^Notifications/ })).toBeVisible()
    await tab.evaluate(() => document.documentElement.setAttribute('data-same', ''))
    await worker.click()
    await expect(tab).toHaveURL(`${device.proxy.url}${second.link}`)
    await expect(tab.locator('html[data-same]')).toHaveCount(1)
    await expect.poll(worker.shown).toEqual([])
  })
  await tab.close()
  await expect.poll(worker.isSeen).toBe(false)

  await test.step('a sign-out takes the shown ones away, and a later push names nothing', async () => {
    await worker.push(first.id)
    await expect.poll(worker.shown).toEqual([{ title: first.message, body: '' }])
    const last = await device.context.newPage()
    await last.goto('/vendor/dashboard/notices')
    await last.getByRole('button', { name: /^Account of/ }).click()
    expect(await worker.shown()).toEqual([{ title: first.message, body: '' }])
    await last.getByRole('menuitem', { name: 'Sign out' }).click()
    await last.waitForURL(/\/login/)
    await expect.poll(worker.shown).toEqual([])
    await last.close()
    await expect.poll(worker.isSeen).toBe(false)
    await worker.push(first.id)
    await expect.poll(worker.shown).toEqual([{ title: NEUTRAL, body: '' }])
  })
})

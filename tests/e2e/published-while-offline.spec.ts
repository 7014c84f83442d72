import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi, weightsOn } from '../support/api-client.ts'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { startCutProxy } from '../support/cut-proxy.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { mailsTo } from '../support/mails-to.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { startPushService } from '../support/push-service.ts'
import { startServer } from '../support/start-server.ts'

const NAME = 'Published while a vendor is offline'
const TEXT = new RegExp(`${NAME}.*published`)

/** Publishes a project with one requirement to one vendor. */
const publish = async (url: string, vendorId: number): Promise<string> => {
  const { api, projectId, packageId, documentId } = await makeEmptyProject(url, NAME)
  await api.call(API.requirements.createBulk, {
    body: {
      documentId,
      sections: [{ id: 'while-offline', name: 'General' }],
      requirements: [
        {
          id: 'while-offline-1',
          sectionId: 'while-offline',
          name: 'Requirement',
          definition: buildDefinition(),
        },
      ],
    },
  })
  const params = { id: projectId }
  await api.call(API.projects.setWeights, {
    params,
    body: await weightsOn(api, projectId, {
      packages: [{ id: packageId, weight: 100 }],
      documents: [{ id: documentId, weight: 100 }],
    }),
  })
  await api.call(API.stateTransitions.moveToPreparation, {
    params,
    body: { vendorIds: [vendorId] },
  })
  const date = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await api.call(API.stateTransitions.moveToPublished, {
    params,
    body: { deadline: { date, zone: 'Europe/Bratislava' } },
  })
  return projectId
}

test('a vendor that is offline while a project is published gets the mail and the push, and later the panel', async ({
  openDevice,
}) => {
  let key = ''
  const service = await startPushService(() => ({ key, now: Date.now() }))
  const server = await startServer({ env: { PUSH_SERVICES: service.origin } })
  try {
    const contact = await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD)
    key = (await contact.call(API.pushes.key, {})).key ?? ''
    const phone = await service.newDevice()
    await contact.call(API.pushes.subscribe, { body: phone.subscription })
    const laptop = await openDevice({
      installs: true,
      proxy: await startCutProxy(server.port),
    })
    const { page } = laptop
    await signInAs(page, 'drupal-contact')
    const bell = page.getByRole('button', { name: /^Notifications/ })
    await expect(bell).toHaveAccessibleName(/unread/)
    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await expect(panel.getByRole('listitem').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await untilInstalled(page)
    await laptop.goOffline()

    const projectId = await publish(server.url, contact.session.organizationId)
    const mails = async () =>
      (await mailsTo(server.dataDir, 'drupal-contact@example.org')).filter((mail) =>
        mail.includes(NAME),
      )
    await expect.poll(mails).not.toEqual([])
    const told = async () => {
      const ids = phone.received.map((push) => (push as { id: string }).id)
      const found = await Promise.all(
        ids.map((id) => contact.call(API.pushes.notification, { params: { id } })),
      )
      return found.map(({ notification }) => notification.message)
    }
    await expect.poll(told, { timeout: 120_000 }).toContainEqual(expect.stringMatching(TEXT))
    expect(new Set(phone.received.map((push) => JSON.stringify(push))).size).toBe(
      phone.received.length,
    )
    expect(service.faults).toEqual([])

    await laptop.goOnline()
    await expect
      .poll(async () => {
        const { items } = await contact.call(API.notifications.list, { body: {} })
        return items[0]?.message
      })
      .toMatch(TEXT)
    await bell.click()
    const first = panel.getByRole('listitem').filter({ hasText: TEXT }).first()
    await expect(first).toBeVisible()
    await axe(page, 'the panel after the return of the network')
    await first.getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/project/${projectId}/`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  } finally {
    await server.dispose()
    await service.close()
  }
})

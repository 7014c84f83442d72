import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { answersOn, signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

test('text that could not be saved overwrites no newer text: it is offered, postponed, discarded or restored', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const {
    project,
    documentUrl,
    requirements: [first, second],
    answers,
  } = await openDemoProject(api, 'PUBLISHED')
  const vendorId = Number(api.session.vendorId)
  const scope = { projectId: project.id, vendorId }
  const items = await answersOn(api, scope, [
    { requirementId: first?.id ?? '', values: { notes: 'Written by a colleague since then' } },
  ])
  await api.call(API.commitments.updateBulk, { body: { ...scope, items } })

  await signInAs(page, 'plone-primary')
  const leaveBehind = (requirementId = '', typed: { value: string; over: string | null }) =>
    page.evaluate(([key, text]) => localStorage.setItem(key, text), [
      `tenderbook.draft/${api.session.userId}-${api.session.organizationId}/${project.id}/answer/${requirementId}`,
      JSON.stringify({ notes: typed }),
    ] as const)
  const isKept = () =>
    page.evaluate(() =>
      Object.keys(localStorage).some((key) => key.startsWith('tenderbook.draft/')),
    )
  const noteOf = async (id = '') => (await answers()).get(id)?.['notes']
  const offer = page.getByRole('dialog', { name: 'Unsaved text from earlier' })
  const open = async () => {
    await page.goto(documentUrl)
    await expect(
      page.getByRole('rowheader', { name: first?.fullId ?? '', exact: true }),
    ).toBeVisible()
  }

  await test.step('without newer text, the kept text is saved without a question', async () => {
    await leaveBehind(second?.id, { value: 'Typed as the tab died', over: null })
    await open()
    await expect.poll(() => noteOf(second?.id)).toBe('Typed as the tab died')
    await expect(offer).toBeHidden()
    expect(await isKept()).toBe(false)
  })

  await test.step('postponed text is kept and offered again', async () => {
    await leaveBehind(first?.id, { value: 'Refused words', over: 'What stood there' })
    await open()
    await expect(offer).toContainText('Refused words')
    await expect(offer).toContainText('Written by a colleague since then')
    await axe(page, 'the offer of a kept text')
    await page.keyboard.press('Escape')
    await expect(offer).toBeHidden()
    expect(await isKept()).toBe(true)
    expect(await noteOf(first?.id)).toBe('Written by a colleague since then')
  })

  await test.step('discarded text is gone, and the newer text stays', async () => {
    await open()
    await offer.getByRole('button', { name: 'Discard' }).click()
    await expect(offer).toBeHidden()
    await expect.poll(isKept).toBe(false)
    expect(await noteOf(first?.id)).toBe('Written by a colleague since then')
  })

  await test.step('restored text replaces the newer text', async () => {
    await leaveBehind(first?.id, { value: 'Refused words', over: 'What stood there' })
    await open()
    await offer.getByRole('button', { name: 'Restore' }).click()
    await expect.poll(() => noteOf(first?.id)).toBe('Refused words')
    await expect.poll(isKept).toBe(false)
  })
})

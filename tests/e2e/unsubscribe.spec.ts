import { API } from '#schema/api/index.ts'
import type { DemoUsername } from '#server/demo/accounts.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'
import { mailsTo } from '../support/mails-to.ts'
import type { RunningServer } from '../support/start-server.ts'

const PROJECT = 'Accessibility of the content platform'
const addressOf = (username: DemoUsername): string => `${username}@example.org`

const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}:((?:.|\\n[ \\t])*)`, 'm').exec(mail)?.[1]?.replace(/\s/g, '') ?? ''

const alertOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })

/** Sends a message to all vendors; the texts of messages differ, so that each names its mail. */
const tell = async (owner: ApiClient, text: string): Promise<void> => {
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  const id = items.find(({ name }) => name === PROJECT)?.id ?? ''
  await owner.call(API.notifications.send, { params: { id }, body: { text, vendors: 'all' } })
}

/** The mail that tells a person of the message. */
const mailOf = async (
  { dataDir }: RunningServer,
  username: DemoUsername,
  text: string,
): Promise<string> => {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(dataDir, addressOf(username))).find((mail) => mail.includes(text))
        return found === undefined
      },
      { message: `a mail to ${username} with ${text}`, timeout: 120_000 },
    )
    .toBe(false)
  return found ?? ''
}

/** The person's choices that end mails about messages. */
const endedIn = async (client: ApiClient) =>
  (await client.call(API.noticeSettings.own, {})).choices.filter(
    ({ group, mail }) => group === 'messages' && mail === 'never',
  )

test('one click of a mail program ends the mails of a kind without a sign-in, and the page behind the link undoes it', async ({
  openDevice,
  server,
}) => {
  const [owner, contact] = [
    await signInApi(server.url, 'owner', DEMO_PASSWORD),
    await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD),
  ]
  await tell(owner, 'The first visit is on Monday')
  const mail = await mailOf(server, 'drupal-contact', 'The first visit is on Monday')
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const link = new URL(headerOf(mail, 'List-Unsubscribe').slice(1, -1))
  const token = link.pathname.split('/').at(-1) ?? ''
  const url = `${server.url}${link.pathname}`
  // Mail programs open links before a person does: opening it ends nothing.
  const opened = await fetch(url, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  expect(new URL(opened.headers.get('location') ?? '').pathname).toBe('/unsubscribe')
  expect(await endedIn(contact)).toEqual([])

  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(status).toBe(200)
  await expect.poll(() => endedIn(contact)).toHaveLength(1)
  await tell(owner, 'The second visit is on Tuesday')
  await mailOf(server, 'plone-contact', 'The second visit is on Tuesday')
  expect((await mailsTo(server.dataDir, addressOf('drupal-contact'))).join('')).not.toContain(
    'The second visit is on Tuesday',
  )

  const { page, goOffline, goOnline } = await openDevice()
  const inText = /^http\S+(\/unsubscribe#\S+)$/m.exec(mail)?.[1] ?? ''
  expect(inText).toBe(`/unsubscribe#${token}`)
  await page.goto(inText)
  const stop = page.getByRole('button', { name: 'Stop these emails' })
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    'You no longer want emails of this kind?',
  )
  await axe(page, 'the page that ends emails')
  await goOffline()
  await stop.click()
  await expect(alertOf(page)).toContainText(/offline|connection|could not be reached/i)
  await expect(stop).toBeEnabled()
  await goOnline()
  await stop.click()
  // Several notifications in one mail belong to no single project.
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^You get no more of these emails from (this|any) project: .*Messages from the project owner/,
  )
  // The link may have been forwarded, and outlives the access to the project.
  await expect(page.getByRole('main')).not.toContainText(PROJECT)
  await expect(alertOf(page)).toBeHidden()
  await seenEverywhere(page, 'emails have ended')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^You get these emails from (this|all) projects? again, as before: .*Messages from the project owner/,
  )
  await seenEverywhere(page, 'emails have been turned on again')
  expect(await endedIn(contact)).toEqual([])
  await tell(owner, 'The third visit is on Friday')
  await mailOf(server, 'drupal-contact', 'The third visit is on Friday')
})

test('a link that the server did not sign is refused @variation', async ({ page, watch }) => {
  watch.expectNetworkErrors(true)
  await page.goto('/unsubscribe#WzEsbnVsbCxbInN0ZXBzIl1d.forged')
  await expect(page.getByText('In all projects: Project milestones')).toBeVisible()
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(alertOf(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

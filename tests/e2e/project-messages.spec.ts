import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'

const PROJECT = 'Accessibility of the content platform'
const TEXT = 'The visit is on Monday, see https://city.example/visit (main entrance).'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true })
const openProject = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('link', { name: PROJECT, exact: true }).click()
  await expect(messages(page)).toBeVisible()
}
const leave = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Packages', exact: true }).click()
  await expect(page.getByText('Web Content Accessibility Guidelines').first()).toBeVisible()
  await expect(messages(page)).toBeHidden()
}
const enter = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Overview', exact: true }).click()

test('the owner writes to one vendor, whose contact reads it on the project’s page, also offline, and the other vendor sees nothing', async ({
  openDevice,
  page,
}) => {
  const [drupal, plone] = [await openDevice(), await openDevice()]
  await signInAs(drupal.page, 'drupal-contact', '/projects')
  await openProject(drupal.page)
  await signInAs(plone.page, 'plone-contact', '/projects')
  await openProject(plone.page)
  await expect(messages(plone.page)).toContainText('No messages yet.')
  await expect(messages(drupal.page)).toContainText('No messages yet.')

  await signInAs(page, 'owner', '/projects')
  await openProject(page)
  await expect(messages(page)).toContainText('No messages yet.')
  await page.getByRole('button', { name: 'Send message…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send message' })
  await dialog.getByLabel(/^Message/).fill(TEXT)
  await dialog.getByText('Some vendors').click()
  await dialog.getByLabel('Drupal').check()
  await dialog.getByRole('button', { name: 'Send message' }).click()
  const sent = messages(page).getByRole('listitem')
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('Demo Owner')
  await expect(sent).toContainText('to the team, Drupal')
  await expect(sent).toContainText(TEXT)
  await axe(page, 'the messages of a project')

  // The open page of the receiver shows it at once, without sender and receivers.
  const received = messages(drupal.page).getByRole('listitem')
  await expect(received).toContainText(TEXT)
  await expect(received).not.toContainText(/Owner|team|Drupal/)
  const link = received.getByRole('link')
  await expect(link).toHaveAttribute('href', 'https://city.example/visit')
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/)

  // This device has no service worker: it loads the parts of the other page before.
  await leave(drupal.page)
  await enter(drupal.page)
  await expect(received).toContainText(TEXT)
  await drupal.goOffline()
  await leave(drupal.page)
  await enter(drupal.page)
  await expect(received).toContainText(TEXT)
  await expect(messages(drupal.page)).toContainText('You are offline. These are the messages as of')
  await drupal.goOnline()
  await expect(messages(drupal.page)).not.toContainText('You are offline.')

  // A message to the same vendor's rival reaches only the rival: its arrival proves that the page
  // of the other vendor would have shown the first one by now.
  await page.getByRole('button', { name: 'Send message…' }).click()
  await dialog.getByLabel(/^Message/).fill('Only for Plone')
  await dialog.getByLabel('The team').uncheck()
  await dialog.getByText('Some vendors').click()
  await dialog.getByLabel('Plone').check()
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(sent.first()).toContainText('to Plone')
  await expect(messages(plone.page).getByRole('listitem')).toHaveText(/Only for Plone/)
  await drupal.page.reload()
  await expect(received).toHaveCount(1)
  await expect(received).toContainText(TEXT)
})

import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const unreadOf = async (page: Page): Promise<number> =>
  Number(/(\d+) unread/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0)

test('the owner writes to one vendor, whose contact sees it at once, reads it offline, and has it read on another device', async ({
  openDevice,
  page,
}) => {
  const [contact, phone] = [
    await openDevice(),
    await openDevice({ context: { viewport: { width: 390, height: 800 } } }),
  ]
  await signInAs(contact.page, 'drupal-contact')
  await signInAs(phone.page, 'drupal-contact')
  await expect(bell(contact.page)).toBeVisible()
  // The demo's own events are unread; closing the panel reads them all.
  await expect.poll(() => unreadOf(contact.page)).toBeGreaterThan(0)
  await bell(contact.page).click()
  await expect(panel(contact.page).getByRole('listitem').first()).toBeVisible()
  await axe(contact.page, 'the notifications')
  await contact.page.keyboard.press('Escape')
  await expect(bell(contact.page)).toHaveAccessibleName('Notifications')
  await expect(bell(phone.page)).toHaveAccessibleName('Notifications')

  await signInAs(page, 'owner', '/projects')
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Accessibility of the content platform', exact: true })
    .click()
  await page.getByRole('button', { name: 'Send message…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send message' })
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter the message.')
  await dialog.getByLabel(/^Message/).fill('The visit is on Monday')
  await dialog.getByLabel('The team').uncheck()
  await dialog.getByText('Some vendors').click()
  await dialog.getByLabel('Drupal').check()
  await axe(page, 'the message dialog')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message sent')).toBeVisible()

  await expect(bell(contact.page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(phone.page)).toHaveAccessibleName('Notifications, 1 unread')
  await contact.goOffline()
  await bell(contact.page).click()
  const line = panel(contact.page).getByRole('listitem').first()
  await expect(line).toContainText('Unread:')
  await expect(line).toContainText('The visit is on Monday')
  await line.getByRole('button', { name: 'Mark as read' }).click()
  await expect(line).not.toContainText('Unread:')
  await contact.page.keyboard.press('Escape')
  await expect(bell(contact.page)).toHaveAccessibleName('Notifications')
  await contact.goOnline()
  await expect(bell(phone.page)).toHaveAccessibleName('Notifications')

  // Marked as unread, it stays unread when the panel closes.
  await bell(phone.page).click()
  const same = panel(phone.page).getByRole('listitem').first()
  await same.getByRole('button', { name: 'Mark as unread' }).click()
  await phone.page.keyboard.press('Escape')
  await expect(bell(phone.page)).toHaveAccessibleName('Notifications, 1 unread')
  await expect(bell(contact.page)).toHaveAccessibleName('Notifications, 1 unread')
  await bell(phone.page).click()
  await same.getByRole('link').click()
  await expect(phone.page).toHaveURL(/\/project\/[^/]+\/detail$/)
  await expect(panel(phone.page)).toBeHidden()
})

import { type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'

export const signInAsOwner = async (page: Page, url: string, path: string): Promise<void> => {
  await page.goto(`${url}${path}`)
  await page.getByLabel('Username').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
}

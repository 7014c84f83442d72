import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { pressKey } from '../support/keyboard.ts'
import { removeProfile } from '../support/remove-profile.ts'

test.describe.configure({ mode: 'serial' })

interface Manifest {
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose: string }[]
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const manifestOf = async (page: Page): Promise<Manifest> => {
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  return await (await page.request.get(href ?? '')).json()
}
/** Width and height of a PNG, read from its first chunk. */
const sizeOfPng = (bytes: Buffer): string => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`

test('[step 8] the browser can install the application: manifest, icons and an entry in the menu', async ({
  openDevice,
}) => {
  // Chromium installs nothing from a window without a persistent profile.
  const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-profile-'))
  const { context, page, close } = await openDevice({ installs: true, profileDir })

  await test.step('the browser reports no installability errors', async () => {
    await page.goto('/login')
    const devtools = await context.newCDPSession(page)
    expect((await devtools.send('Page.getAppManifest')).errors).toEqual([])
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
  })

  await test.step('every icon has its declared size, maskable icons too', async () => {
    const { icons, display, start_url } = await manifestOf(page)
    expect([display, start_url]).toEqual(['standalone', '/dashboard'])
    expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual(
      ['192x192', '512x512'],
    )
    for (const { src, sizes, type } of icons) {
      const answer = await page.request.get(src)
      expect(answer.headers()['content-type'], src).toBe(type)
      if (type === 'image/png') expect(sizeOfPng(await answer.body()), src).toBe(sizes)
    }
  })

  await test.step('the menu entry shows once the browser offers to install, even before the sign-in, and calls the prompt', async () => {
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.documentElement.dataset['prompted'] = 'yes'
          return Promise.resolve({ outcome: 'accepted' })
        },
      })
      window.dispatchEvent(offer)
      document.documentElement.dataset['ownBanner'] = offer.defaultPrevented ? 'no' : 'yes'
    })
    await expect(page.locator('html')).toHaveAttribute('data-own-banner', 'no')
    await page.getByRole('button', { name: /Demo Owner/ }).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Dashboard')
    const install = page.getByRole('menuitem', { name: 'Install app' })
    await pressKey(page, 'button', /^Account of/)
    await expect(install).toBeVisible()
    await axe(page, 'the menu with the install entry')
    while (!(await install.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes')
    await pressKey(page, 'button', /^Account of/)
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
    await expect(install).toBeHidden()
  })
  await close()
  await removeProfile(profileDir)
})

test('[step 8] started from its icon without a server, the application shows the projects and the opened document', async ({
  openDevice,
  server,
}) => {
  const { project, documentUrl, requirements } = await openDemoProject(
    await signInApi(server.url, 'owner', DEMO_PASSWORD),
    'EVALUATION',
  )
  const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-profile-'))
  const first = await openDevice({ installs: true, profileDir })
  const firstRow = (page: Page) =>
    page.getByRole('rowheader', { name: requirements[0]?.fullId ?? '', exact: true })
  await signInAs(first.page, 'owner')
  await first.page.goto(documentUrl)
  await expect(firstRow(first.page)).toBeVisible()
  await untilInstalled(first.page)
  const { start_url } = await manifestOf(first.page)
  await first.close()

  await server.stop()
  const { page, watch, close } = await openDevice({
    installs: true,
    profileDir,
    proxy: first.proxy,
  })
  watch.expectNetworkErrors(true)
  await page.goto(start_url)
  await expect(heading(page)).toHaveText('Dashboard')
  await pressKey(page, 'link', 'Projects')
  await expect(
    page.getByRole('row', { name: /Accessibility of the content platform/ }),
  ).toHaveCount(2)
  await pressKey(page, 'link', project.name)
  await expect(heading(page)).toHaveText(project.name)
  await pressKey(page, 'link', 'Documents')
  await pressKey(page, 'link', 'Success criteria, level A')
  await expect(firstRow(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /Sync: Offline/ })).toBeVisible()
  await axe(page, 'a document, started without a server')

  await server.start()
  await expect(page.getByRole('button', { name: /Sync: Saved/ })).toBeVisible({ timeout: 60_000 })
  await close()
  await removeProfile(profileDir)
})

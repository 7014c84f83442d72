import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject, openFirstRequirement } from '../support/demo-project.ts'
import { follow } from '../support/follow.ts'
import { smallTargets } from '../support/small-targets.ts'

/** A phone in portrait, whose pointer is a finger. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** Smaller than this, and Safari on iOS zooms into a field that is typed into. */
const LEAST_FONT = 16

/** Fields whose text is so small that a phone zooms into them. */
const smallFields = (page: Page): Promise<string[]> =>
  page
    .locator('input:not([type=radio], [type=checkbox], [type=file]), textarea, select')
    .evaluateAll(
      (fields, least) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < least)
          .map((field) => field.outerHTML.slice(0, 120)),
      LEAST_FONT,
    )

const seeTargets = async (page: Page, paths: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, path] of Object.entries(paths))
    await test.step(name, async () => {
      await follow(page, path)
      await page.waitForLoadState('networkidle')
      expect.soft(await smallTargets(page), `${name}: targets under 44 px`).toEqual([])
      expect.soft(await smallFields(page), `${name}: fields under 16 px`).toEqual([])
    })
}

const chooseView = (page: Page, userId: number, view: 'table' | 'sections'): Promise<void> =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `tenderbook.user-${userId}.document.view`,
    JSON.stringify(view),
  ] as const)

test('on a touch screen every target of the main screens is at least 44 px', async ({
  openDevice,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const published = await openDemoProject(owner, 'PUBLISHED')
  const evaluated = await openDemoProject(owner, 'EVALUATION')
  const { plone, url: requirement } = await openFirstRequirement(server)
  const project = `/project/${published.project.id}`

  const requestor = await openDevice({ context: PHONE })
  await requestor.page.goto('/login')
  await requestor.page.getByLabel('Username').waitFor()
  expect.soft(await smallTargets(requestor.page), 'sign-in').toEqual([])
  await signInAs(requestor.page, 'owner')
  await seeTargets(requestor.page, {
    dashboard: '/dashboard',
    projects: '/projects',
    overview: `${project}/detail`,
    packages: `${project}/packages`,
    questions: `${project}/questions-and-answers/all`,
    members: `${project}/settings/members`,
    matrix: `/project/${evaluated.project.id}/evaluation-detail`,
    vendors: `/organization/${owner.session.organizationId}/vendors`,
    profile: '/settings/profile',
    requirement,
    sections: published.documentUrl,
  })
  await chooseView(requestor.page, owner.session.userId, 'table')
  await seeTargets(requestor.page, { table: published.documentUrl })
  await requestor.close()

  const vendor = await openDevice({ context: PHONE })
  await signInAs(vendor.page, 'plone-primary')
  await seeTargets(vendor.page, {
    'vendor’s projects': '/vendor/dashboard/projects',
    'vendor’s overview': `${project}/detail`,
    'vendor’s packages': `${project}/packages`,
    answer: requirement,
    'vendor’s sections': published.documentUrl,
  })
  await chooseView(vendor.page, plone.session.userId, 'table')
  await seeTargets(vendor.page, { 'vendor’s table': published.documentUrl })
})

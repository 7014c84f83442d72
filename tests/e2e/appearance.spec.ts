import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { expectClearNames } from '../support/control-names.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { follow } from '../support/follow.ts'
import { expectOneRow } from '../support/one-row.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { goToCell } from '../support/keyboard.ts'
import { expectKeptClear } from '../support/keep-clear.ts'
import { buildDefinition, buildParameter } from '../support/project-rows.ts'
import { expectWholeTexts } from '../support/text-spacing.ts'
import { seenInBothThemes } from '../support/themes.ts'
import { variationIf } from '../support/variation.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
/** Below this width, the main menu is a drawer. */
const NARROW = 768

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const expectDialog = (page: Page, name: string) =>
  expect(page.getByRole('dialog', { name })).toBeVisible()

interface State {
  name: string
  show: (page: Page) => Promise<void>
  isFor?: (width: number) => boolean
}

/** Shows each state and checks it in both themes. Escape closes its menu or dialog. */
const see = async (page: Page, states: readonly State[], width: number): Promise<void> => {
  for (const { name, show, isFor } of states) {
    if (isFor && !isFor(width)) continue
    await test.step(`${name}, ${width} px`, async () => {
      await show(page)
      await seenInBothThemes(page, name)
      await expectClearNames(page, name)
      await expectNoSidewaysScroll(page, name)
      await expectWholeTexts(page, name)
      await page.keyboard.press('Escape')
    })
  }
}
/** WCAG 1.4.10: only tables may be wider than the screen. */
const expectNoSidewaysScroll = async (page: Page, name: string): Promise<void> => {
  const surplus = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(surplus, { message: `${name} is wider than the screen by`, timeout: 3_000 })
    .toBeLessThanOrEqual(0)
}

for (const viewport of VIEWPORTS) {
  const { width } = viewport
  test(`the main screens of a requestor are accessible in both themes at ${width} px${variationIf(width === 1440)}`, async ({
    page,
    server,
  }) => {
    test.slow()
    const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const { items } = await api.call(API.projects.byUser, {
      params: { id: String(api.session.userId) },
      body: {},
    })
    const idOf = (state: string): string =>
      items.find((project) => project.state === state)?.id ?? ''
    const open = (path: string, title: string | RegExp) => async (target: Page) => {
      await follow(target, path)
      await expect(heading(target)).toHaveText(title)
      await expect(target.getByRole('main')).not.toHaveText('')
    }
    const draft = `/project/${idOf('DRAFT')}`
    await page.setViewportSize(viewport)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Demo accounts' })).toBeVisible()
    await see(
      page,
      [
        { name: 'the sign-in', show: () => Promise.resolve() },
        {
          name: 'the sign-in with errors',
          show: async () => {
            await page.getByRole('button', { name: 'Sign in', exact: true }).click()
            await expect(page.getByRole('link', { name: 'Enter your username' })).toBeVisible()
          },
        },
      ],
      width,
    )
    await signInAs(page, 'owner')
    await see(
      page,
      [
        { name: 'the dashboard', show: open('/dashboard', 'Dashboard') },
        {
          name: 'the menu of the account',
          show: async () => {
            await press(page, /^Account of/)
            await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
          },
        },
        {
          name: 'the panel of the synchronisation',
          show: async () => {
            await press(page, /^Sync:/)
            await expectDialog(page, 'Sync')
          },
        },
        {
          name: 'the palette',
          show: async () => {
            await page.keyboard.press('ControlOrMeta+K')
            await expect(page.getByRole('option').first()).toBeVisible()
          },
        },
        {
          name: 'the keys',
          show: async () => {
            await page.keyboard.press('?')
            await expectDialog(page, 'Keyboard shortcuts')
          },
        },
        {
          name: 'the menu of a narrow screen',
          isFor: (at) => at < NARROW,
          show: async () => {
            await press(page, 'Open menu')
            await expectDialog(page, 'Menu')
          },
        },
        { name: 'the projects', show: open('/projects', 'Projects') },
        {
          name: 'no project found',
          show: async () => {
            await follow(page, '/projects?q=nothing-is-called-that')
            await expect(page.getByText('No projects found')).toBeVisible()
          },
        },
        {
          name: 'a new project',
          show: async () => {
            await press(page, 'New project')
            await expectDialog(page, 'New project')
          },
        },
        { name: 'a draft', show: open(`${draft}/detail`, 'Application security requirements') },
        { name: 'the packages', show: open(`${draft}/packages`, 'Packages') },
        {
          name: 'the weights',
          show: async () => {
            // A narrow screen has it in the menu of the page.
            if (width < NARROW) await press(page, 'More')
            await press(page, 'Edit weights')
            await expectDialog(page, 'Weights')
          },
        },
        { name: 'the documents', show: open(`${draft}/documents`, 'Documents') },
        { name: 'the releases', show: open(`/project/${idOf('EVALUATION')}/releases`, 'Releases') },
        { name: 'no releases', show: open(`${draft}/releases`, 'Releases') },
        { name: 'the settings', show: open(`${draft}/settings/general`, /Settings/) },
      ],
      width,
    )
  })

  test(`the first screens of a vendor are accessible in both themes at ${width} px${variationIf(width === 1440)}`, async ({
    page,
    server,
  }) => {
    const api = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
    const { items } = await api.call(API.projects.byUser, {
      params: { id: String(api.session.userId) },
      body: {},
    })
    const published = `/project/${items.find(({ state }) => state === 'PUBLISHED')?.id}`
    await page.setViewportSize(viewport)
    await signInAs(page, 'drupal-primary')
    await see(
      page,
      [
        {
          name: 'the projects of a vendor',
          show: async () => {
            await follow(page, '/vendor/dashboard/projects')
            await expect(page.getByRole('link', { name: /Accessibility/ }).first()).toBeVisible()
          },
        },
        {
          name: 'a project of a vendor',
          show: async () => {
            await follow(page, `${published}/detail`)
            await expect(heading(page)).toHaveText(/Accessibility/)
          },
        },
        {
          name: 'the packages of a vendor',
          show: async () => {
            await follow(page, `${published}/packages`)
            await expect(heading(page)).toHaveText('Packages')
          },
        },
      ],
      width,
    )
  })
}

const WIDTHS = [1440, 1366, 1280, 1024, 390, 320] as const

for (const [username, language] of [
  ['owner', 'en'],
  ['owner', 'sk'],
  ['drupal-primary', 'sk'],
] as const) {
  test(`the bar of the main pages is one row at all widths (${username}, ${language})${variationIf(username === 'owner' && language === 'sk')}`, async ({
    page,
    server,
  }) => {
    test.slow()
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    const { items } = await api.call(API.projects.byUser, {
      params: { id: String(api.session.userId) },
      body: {},
    })
    const isOwner = username === 'owner'
    const paths: string[] = isOwner
      ? [
          '/projects',
          '/dashboard',
          `/organization/${api.session.organizationId}/vendors`,
          `/organization/${api.session.organizationId}/members`,
        ]
      : []
    for (const { id } of items) {
      const references = await api.call(API.projects.references, { params: { id } })
      const document = references.find(({ kind }) => kind === 'document')
      paths.push(
        `/project/${id}/detail`,
        `/project/${id}/documents/${document?.id}`,
        `/project/${id}/questions-and-answers/all`,
        `/project/${id}/pain-points`,
      )
      if (isOwner) paths.push(`/project/${id}/evaluation-detail`, `/project/${id}/packages`)
    }
    // The bar must come to rest with and without transitions.
    if (language === 'sk') await page.emulateMedia({ reducedMotion: 'reduce' })
    await signInAs(page, username)
    await page.evaluate((chosen) => localStorage.setItem('tenderbook.language', chosen), language)
    // The page reads the chosen language only when it loads.
    await page.reload()
    await expect(heading(page)).toBeVisible()
    for (const path of paths) {
      await page.setViewportSize({ width: 1440, height: 800 })
      await follow(page, path)
      await expect(heading(page)).toBeVisible()
      if (path.includes('/documents/')) await expect(page.getByRole('grid')).toBeVisible()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        // Below, as at 400 % zoom, tabs take several lines.
        const isTabbed = (await page.locator('main nav').count()) > 0
        if (width >= 390 || !isTabbed) await expectOneRow(page, `${path} at ${width} px`)
        if (width >= 390) await expectNoSidewaysScroll(page, `${path} at ${width} px`)
      }
    }
  })
}

test('a button that leaves the bar moves to its menu, keeps the focus and works by keyboard alone', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { documentUrl } = await openDemoProject(api, 'PUBLISHED')
  await page.setViewportSize({ width: 1440, height: 800 })
  await signInAs(page, 'owner', documentUrl)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const columns = page.getByRole('button', { name: 'Columns', exact: true })
  await columns.focus()
  await expect(more).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(columns).toBeHidden()
  await expect(more).toBeFocused()
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(columns, 'the focus comes back with the button').toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  // The items stay in the DOM of the bar; `aria-owns` makes them children of the group.
  await expect(page.getByRole('group', { name: 'More' })).toMatchAriaSnapshot(
    '- group "More":\n  - button "Columns"',
  )
  await seenInBothThemes(page, 'the menu of a bar')
  for (
    let stop = 0;
    stop < 12 && !(await columns.evaluate((button) => button === document.activeElement));
    stop += 1
  )
    await page.keyboard.press('ArrowDown')
  await expect(columns).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  await expect(dialog).toBeVisible()
  // Until the focus is in the dialog, Escape belongs to the menu.
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(columns, 'what an item opened gives the focus back to the item').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(columns).toBeHidden()
})

test('at 390 px a document opens in sections until the person chooses the table, which starts with the requirement column', async ({
  page,
  server,
}) => {
  const api = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  const { documentUrl } = await openDemoProject(api, 'EVALUATION')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'drupal-primary', documentUrl)
  await expect(page.getByRole('radio', { name: 'Sections' })).toBeChecked()
  await expect(page.getByRole('region', { name: /^Requirements of/ })).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await page.reload()
  await expect(
    page.getByRole('radio', { name: 'Table' }),
    'a choice is kept and wins',
  ).toBeChecked()
  const headers = page.getByRole('columnheader')
  await expect(headers.nth(1)).toHaveText('Requirement')
  const name = await headers.nth(1).boundingBox()
  expect(
    (name?.x ?? 0) + (name?.width ?? 999),
    'more than half of the screen is left',
  ).toBeLessThanOrEqual(195)
  const answer = await headers.filter({ hasText: 'Answer' }).boundingBox()
  expect((answer?.x ?? 999) + (answer?.width ?? 999), 'the answer is in sight').toBeLessThanOrEqual(
    390,
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(headers.nth(1)).toHaveText('ID')
})

/** Pastes text from a spreadsheet into the focused cell. */
const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((plain) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('toasts keep clear of bars and footers, and conditions offer only fields that every requirement has @variation', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Bars and conditions')
  const text = buildParameter({ id: 'text', key: 'text', name: 'Text' })
  const priority = buildParameter({ id: 'priority', key: 'priority', name: 'Priority' })
  await api.call(API.requirements.createBulk, {
    body: {
      documentId,
      sections: [{ id: 'section-of-fields', name: 'General' }],
      requirements: [[text, priority], [text]].map((content, at) => ({
        id: `fields-${at}`,
        sectionId: 'section-of-fields',
        name: `Requirement ${at}`,
        definition: buildDefinition({ content }),
      })),
    },
  })
  await signInAs(page, 'owner', `/project/${projectId}/documents/${documentId}`)
  const cell = page.getByRole('gridcell', { name: 'Requirement 1' })
  const fields = page.getByRole('dialog', { name: 'Fields' })

  await test.step('a cell editor has the line height of running text', async () => {
    const ratioOf = (element: Element) => {
      const { lineHeight, fontSize } = getComputedStyle(element)
      return Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
    }
    await expect(cell).toBeVisible()
    for (const column of ['Requirement', 'Text']) {
      await goToCell(page, 1, column)
      await page.keyboard.press('F2')
      const editor = page.getByRole('textbox', { name: column, exact: true })
      await expect(editor).toBeFocused()
      expect(await editor.evaluate(ratioOf), column).toBeCloseTo(
        await page.locator('body').evaluate(ratioOf),
        1,
      )
      await page.keyboard.press('Escape')
    }
  })

  await test.step('a toast stands above the selection bar and the main action', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows' }).click()
    await cell.click()
    await page.keyboard.press('Home')
    await pasteText(page, 'one\ttwo\tthree')
    await expect(page.getByRole('alert')).toContainText('Not pasted')
    await expectKeptClear(page, {
      always: { 'selection bar': page.getByRole('toolbar', { name: 'Actions for the selection' }) },
      narrow: { 'main action': page.getByRole('region', { name: 'Main action' }) },
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await seenInBothThemes(page, 'a toast above the selection bar')
    await page.setViewportSize(VIEWPORTS[0])
  })

  await test.step('a toast stands above the footer of a drawer when no row is selected', async () => {
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await cell.click()
    await page.keyboard.press('Home')
    await pasteText(page, 'one')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit answer fields of all requirements…' }).click()
    await fields.getByRole('button', { name: /^Note/ }).click()
    await expectKeptClear(page, {
      always: { footer: fields.getByRole('button', { name: 'Save for 2 requirements' }) },
    })
  })

  await test.step('a condition offers only fields that both requirements have', async () => {
    const form = fields.getByRole('group', { name: 'Shown only when' })
    await expect(form).toContainText('Priority: missing in HST-0002')
    await form.getByRole('button', { name: 'Add a condition' }).click()
    await expect(form.getByLabel('Field of condition 1').getByRole('option')).toHaveText([
      'Text',
      'Met',
    ])
    await seenInBothThemes(page, 'a condition on a field of every requirement')
    await fields.getByRole('button', { name: 'Save for 2 requirements' }).click()
    await expect(fields).toBeHidden()
  })
})

test('with reduced motion a change of theme is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  const running = await page.evaluate(() => {
    const root = document.documentElement
    root.dataset['mantineColorScheme'] =
      root.dataset['mantineColorScheme'] === 'light' ? 'dark' : 'light'
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length
  })
  expect(running).toBe(0)
})

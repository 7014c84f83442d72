import { API } from '#schema/api/index.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, readUpdatedOn, signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { goToCell, pressKey, tabTo } from '../support/keyboard.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { publishedForm } from '../support/published-form.ts'
import { seenInBothThemes } from '../support/themes.ts'
import { countUnsent, expectTruth, syncButton } from '../support/sync-truth.ts'

const NOTES = 'Remarks and explanations'
const MERGED = 0
const MINE = 1
const THEIRS = 2
const MIX = 3
const SUBMITTED = 5
const TOO = 6
const ROWS = [MINE, THEIRS, MIX]
const mineIn = (row: number): string =>
  `Alpha wrote in row ${row} that captions come with every player`
const theirsIn = (row: number): string =>
  `Beta wrote in row ${row} that captions come with the new player`
const MIXED = 'Both of us: captions come with every player, the new one too'

const row = (page: Page, index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`)
const write = async (page: Page, index: number, column: string, text: string): Promise<void> => {
  await goToCell(page, index, column)
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(row(page, index)).toContainText(text)
}
const openDialog = async (page: Page, name: RegExp | string) => {
  await syncButton(page).focus()
  await page.keyboard.press('Enter')
  await pressKey(page, 'button', name, page.getByRole('dialog', { name: 'Sync' }))
}

test('[step 4] two colleagues answer the same requirement: fields merge, a person decides a text that both edited, and no version is lost', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { projectId, documentId, ids } = await firstRows(api)
  const notesOf = async (index: number) =>
    (
      await api.call(API.projects.vendorCommitments, {
        params: { id: projectId, vendorId: String(api.session.vendorId) },
      })
    ).find(({ requirementId }) => requirementId === ids[index])?.values['notes'] ?? null
  const answer = async (index: number, values: Record<string, string | number>) => {
    const id = ids[index] ?? ''
    const answerId = commitmentId(id, api.session.vendorId ?? 0)
    const updatedOn = await readUpdatedOn(api, projectId, answerId)
    await api.call(API.requirements.updateCommitment, {
      params: { id },
      body: { updatedOn, values },
    })
  }
  for (const index of ROWS) await answer(index, { notes: `Written before ${index}` })

  const start = async (username: 'plone-primary' | 'plone-contact'): Promise<Device> => {
    const device = await openDevice({ installs: username === 'plone-primary' })
    await signInAs(device.page, username)
    await device.page.goto(`/project/${projectId}/documents/${documentId}`)
    await expect(row(device.page, MIX)).toContainText('Written before 3')
    return device
  }
  const alpha = await start('plone-primary')
  const beta = await start('plone-contact')
  await untilInstalled(alpha.page)
  await alpha.goOffline()

  await test.step('both edit different fields of one answer and the same field of three answers', async () => {
    await write(alpha.page, MERGED, 'Adherence level', 'Supports')
    await write(beta.page, MERGED, NOTES, 'Only Beta wrote this')
    for (const index of ROWS) {
      await write(alpha.page, index, NOTES, mineIn(index))
      await write(beta.page, index, NOTES, theirsIn(index))
    }
    await write(alpha.page, MINE, 'Adherence level', 'Partially Supports')
    await expectTruth(beta.page, () => 'Saved')
    await expectTruth(alpha.page, (unsent) => `Offline, ${unsent} not sent`)
  })

  await test.step('on reconnect, different fields merge, and the same field needs a decision', async () => {
    await alpha.goOnline()
    await expect(syncButton(alpha.page)).toContainText('3 edits need your decision', {
      timeout: 60_000,
    })
    await expect.poll(() => countUnsent(alpha.page)).toBe(0)
    for (const { page } of [alpha, beta]) {
      await expect(row(page, MERGED)).toContainText('Supports')
      await expect(row(page, MERGED)).toContainText('Only Beta wrote this')
      await expect(row(page, MINE)).toContainText('Partially Supports')
    }
    for (const index of ROWS) expect(await notesOf(index)).toBe(theirsIn(index))
    await expect(
      alpha.page.getByRole('button', { name: /^An edit of .* needs your decision$/ }),
    ).toHaveCount(3)
    for (const { page } of [alpha, beta])
      await expect(
        page.getByRole('button', { name: 'Update now' }),
        'nothing was updated',
      ).toHaveCount(0)
    await seenInBothThemes(alpha.page, 'the table with edits that need you')
  })

  const dialog = alpha.page.getByRole('dialog', { name: /was changed by two people$/ })
  /** Shows the edit of the row, whichever edit the dialog opens with. */
  const showEdit = async (index: number): Promise<void> => {
    const entry = dialog
      .getByRole('navigation')
      .getByRole('button', { name: new RegExp(labels[index] ?? 'none') })
      .first()
    if (await entry.isVisible()) {
      await entry.focus()
      await alpha.page.keyboard.press('Enter')
    }
    await expect(dialog.getByText(mineIn(index))).toBeVisible()
    await expect(dialog.getByText(theirsIn(index))).toBeVisible()
  }
  const labels = await alpha.page
    .locator('[role=row][aria-rowindex]')
    .evaluateAll((rows) =>
      rows
        .slice(1, 5)
        .map((element) => /\b[A-Z-]+-\d{4}/.exec(element.textContent ?? '')?.[0] ?? 'none'),
    )

  await test.step('the local version is kept', async () => {
    await openDialog(alpha.page, /3 edits need your decision/)
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('radio', { checked: true }).first()).toBeFocused()
    await showEdit(MINE)
    await expect(dialog.getByText(/Plone Contact 2/)).toBeVisible()
    await seenInBothThemes(alpha.page, 'a conflict')
    await alpha.page.setViewportSize({ width: 390, height: 844 })
    await seenInBothThemes(alpha.page, 'a conflict')
    expect(
      await alpha.page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'nothing is wider than the window',
    ).toBeLessThanOrEqual(0)
    await alpha.page.setViewportSize({ width: 1440, height: 900 })
    await tabTo(alpha.page, 'radio', `${NOTES}: yours`, dialog)
    await pressKey(alpha.page, 'button', 'Save selected fields', dialog)
    await expect.poll(() => notesOf(MINE)).toBe(mineIn(MINE))
  })

  await test.step('the version of the colleague is taken', async () => {
    await showEdit(THEIRS)
    await tabTo(alpha.page, 'radio', `${NOTES}: yours`, dialog)
    await alpha.page.keyboard.press('ArrowRight')
    await expect(dialog.getByRole('radio', { name: `${NOTES}: theirs` })).toBeChecked()
    await pressKey(alpha.page, 'button', 'Save selected fields', dialog)
    await expect(syncButton(alpha.page)).toContainText('1 edit needs your decision')
    expect(await notesOf(THEIRS)).toBe(theirsIn(THEIRS))
  })

  await test.step('a mix of both versions is written', async () => {
    await showEdit(MIX)
    await pressKey(alpha.page, 'button', 'Edit text…', dialog)
    const text = dialog.getByRole('textbox', { name: `${NOTES}: your new text` })
    await expect(text).toBeFocused()
    await expect(text).toHaveValue(mineIn(MIX))
    await alpha.page.keyboard.press('ControlOrMeta+A')
    await alpha.page.keyboard.type(MIXED)
    await pressKey(alpha.page, 'button', 'Save selected fields', dialog)
    await expect(dialog).toBeHidden()
    await expect.poll(() => notesOf(MIX)).toBe(MIXED)
    await expectTruth(alpha.page, () => 'Saved')
  })

  await test.step('the colleague sees the outcome, and both can still read the versions not kept', async () => {
    for (const [index, text] of [
      [MINE, mineIn(MINE)],
      [THEIRS, theirsIn(THEIRS)],
      [MIX, MIXED],
    ] as const)
      await expect(row(beta.page, index)).toContainText(text)
    for (const { page } of [beta, alpha]) {
      for (const index of ROWS) {
        await page.goto(
          `/project/${projectId}/documents/${documentId}/requirement/${labels[index] ?? ''}`,
        )
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels[index] ?? '')
        await pressKey(page, 'button', 'Earlier versions from conflicts')
        const record = page.getByRole('region', { name: 'Earlier versions from conflicts' })
        await expect(record).toContainText(mineIn(index))
        await expect(record).toContainText(theirsIn(index))
        await expect(record).toContainText(`Written before ${index}`)
      }
    }
    await seenInBothThemes(alpha.page, 'the record of a conflict')
  })

  await test.step('the submission of an answer that a colleague has changed is refused with the reason', async () => {
    const ready = { level: 'supports', statement: 100, 'statement.release': -2, notes: 'Ready' }
    await answer(SUBMITTED, ready)
    for (const { page } of [alpha, beta]) {
      await page.goto(`/project/${projectId}/documents/${documentId}`)
      await expect(row(page, SUBMITTED)).toContainText('Draft')
    }
    await alpha.goOffline()
    await goToCell(alpha.page, SUBMITTED, 'ID')
    await alpha.page.keyboard.press('ControlOrMeta+Enter')
    await expect(row(alpha.page, SUBMITTED)).toContainText('Waiting to be sent')
    await write(beta.page, SUBMITTED, NOTES, 'Not ready at all')
    await expectTruth(beta.page, () => 'Saved')
    await alpha.goOnline()
    await expect(syncButton(alpha.page)).toContainText('1 edit needs your decision', {
      timeout: 60_000,
    })
    await expect(row(alpha.page, SUBMITTED)).toContainText('Draft')
    await openDialog(alpha.page, /1 edit needs your decision/)
    const refused = alpha.page.getByRole('dialog', { name: /^Rejected/ })
    await expect(refused).toContainText('The answer has changed')
    await seenInBothThemes(alpha.page, 'a submit that was not taken')
    await pressKey(alpha.page, 'link', 'View answer', refused)
    await expect(refused).toBeHidden()
    await expect(alpha.page.getByLabel(NOTES)).toHaveValue('Not ready at all')
    await openDialog(alpha.page, /1 edit needs your decision/)
    await pressKey(alpha.page, 'button', 'Remove from list', refused)
    await expectTruth(alpha.page, () => 'Saved')
  })

  await test.step('in a bulk submission, the answer that a colleague has changed stays a draft, and the others are submitted', async () => {
    const ready = { level: 'supports', statement: 100, 'statement.release': -2, notes: 'Ready' }
    for (const index of [SUBMITTED, TOO]) await answer(index, ready)
    for (const { page } of [alpha, beta]) {
      await page.goto(`/project/${projectId}/documents/${documentId}`)
      for (const index of [SUBMITTED, TOO]) await expect(row(page, index)).toContainText('Draft')
    }
    await alpha.goOffline()
    await pressKey(alpha.page, 'button', 'Submit answers…')
    const bulk = alpha.page.getByRole('dialog', { name: 'Submit answers' })
    await pressKey(alpha.page, 'button', /^Submit \d+ answers$/, bulk)
    for (const index of [SUBMITTED, TOO])
      await expect(row(alpha.page, index)).toContainText('Waiting to be sent')
    await write(beta.page, SUBMITTED, NOTES, 'Not ready after all')
    await expectTruth(beta.page, () => 'Saved')
    await alpha.goOnline()
    await expect(syncButton(alpha.page)).toContainText('1 edit needs your decision', {
      timeout: 60_000,
    })
    await expect(row(alpha.page, SUBMITTED)).toContainText('Draft')
    await expect(row(alpha.page, TOO)).toContainText('Submitted')
    await openDialog(alpha.page, /1 edit needs your decision/)
    const part = alpha.page.getByRole('dialog', { name: /^Partly saved/ })
    await expect(part).toContainText(
      /Bulk submit result: \d+ requirements submitted, 1 remain un-submitted\./,
    )
    await expect(
      part.getByRole('list', { name: 'Answers not submitted' }).getByRole('listitem'),
    ).toContainText([`${labels[SUBMITTED] ?? ''}`])
    await expect(part).toContainText('The answer has changed')
    await seenInBothThemes(alpha.page, 'a submit that was taken in part')
    await pressKey(alpha.page, 'link', labels[SUBMITTED] ?? '', part)
    await expect(part).toBeHidden()
    await expect(alpha.page.getByLabel(NOTES)).toHaveValue('Not ready after all')
    await openDialog(alpha.page, /1 edit needs your decision/)
    await pressKey(alpha.page, 'button', 'Remove from list', part)
    await expectTruth(alpha.page, () => 'Saved')
  })

  await test.step('another vendor and the owner find no conflict', async () => {
    const other = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    for (const caller of [other, owner])
      expect(
        await caller.call(API.requirements.conflicts, { params: { id: ids[MINE] ?? '' } }),
      ).toEqual([])
    expect(
      await api.call(API.requirements.conflicts, { params: { id: ids[MINE] ?? '' } }),
    ).toHaveLength(1)
  })
})

const firstRows = async (api: ApiClient) => {
  const projects = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const projectId = projects.items.find(({ state }) => state === 'PUBLISHED')?.id ?? ''
  const references = await api.call(API.projects.references, { params: { id: projectId } })
  const documentId = references.find(({ label }) => label === 'Success criteria, level A')?.id ?? ''
  const sections = new Set(
    references.filter(({ parentId }) => parentId === documentId).map(({ id }) => id),
  )
  const inOrder = references
    .filter(({ kind, parentId }) => kind === 'requirement' && sections.has(parentId ?? ''))
    .toSorted((one, other) => (one.fullId ?? '').localeCompare(other.fullId ?? ''))
  return { projectId, documentId, ids: inOrder.map(({ id }) => id) }
}

test('when two tabs edit one field, the later tab shows the text that it replaced and restores it @variation', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-contact', DEMO_PASSWORD)
  const form = await publishedForm(api, 8)
  const { page: one, context } = await openDevice()
  await signInAs(one, 'plone-contact', form.path)
  const two = await context.newPage()
  await two.goto(form.path)
  const [notesOfOne, notesOfTwo] = [one.getByLabel(NOTES), two.getByLabel(NOTES)]
  const replaced = two
    .getByRole('status')
    .filter({ hasText: /^Replaced what you typed in another tab/ })
  const writeInOne = async (text: string): Promise<void> => {
    // The other tab's text may arrive between the selection of the old text and its replacement.
    await expect(async () => {
      await notesOfOne.fill(text)
      expect(await notesOfOne.inputValue()).toBe(text)
    }).toPass()
    await notesOfOne.press('Tab')
  }

  await test.step('in the form', async () => {
    await expect(notesOfTwo).toBeVisible()
    // The second tab keeps typing, so that its text is unsaved when the first tab's arrives.
    let isWritten = false
    const typing = (async () => {
      await notesOfTwo.pressSequentially('Beta, typed in the second tab', { delay: 100 })
      while (!isWritten) await notesOfTwo.pressSequentially(' on', { delay: 100 })
      return await notesOfTwo.inputValue()
    })()
    await writeInOne('Alpha, from the first tab')
    isWritten = true
    const typed = await typing
    await expect(replaced).toContainText('“Alpha, from the first tab”')
    await expect(notesOfTwo).toHaveValue(typed)
    await seenInBothThemes(two, 'a text that was replaced')
    await pressKey(two, 'button', 'Take back', replaced)
    for (const notes of [notesOfOne, notesOfTwo])
      await expect(notes).toHaveValue('Alpha, from the first tab')
    await expect(replaced).toHaveCount(0)
  })

  await test.step('in the table', async () => {
    await two.goto(form.path.replace(/\/requirement\/.*$/, ''))
    await goToCell(two, 8, NOTES)
    await two.keyboard.type('Gamma')
    await writeInOne('Delta, from the first tab')
    await expect.poll(form.storedNotes).toBe('Delta, from the first tab')
    await two.keyboard.press('Enter')
    await expect(row(two, 8)).toContainText('Gamma')
    const toast = two.getByRole('status').filter({ hasText: '“Delta, from the first tab”' })
    await toast.getByRole('button', { name: 'Take back' }).click()
    await expect(row(two, 8)).toContainText('Delta, from the first tab')
    await expect(notesOfOne).toHaveValue('Delta, from the first tab')
  })
})

test('when two tabs rename the same part of a project, the later tab tells which name it replaced and restores it @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Twice')
  await api.call(API.requirements.createBulk, {
    body: {
      documentId,
      sections: [{ id: 'twice', name: 'Section' }],
      requirements: [
        { id: 'twice-1', sectionId: 'twice', name: 'Requirement', definition: buildDefinition() },
      ],
    },
  })
  await api.call(API.releases.create, { params: { id: projectId }, body: { version: '1.0' } })
  const { page: one, context } = await openDevice()
  await signInAs(one, 'owner', `/project/${projectId}/packages`)
  const two = await context.newPage()
  const fromMenu =
    (menu: string, item: string) =>
    async (page: Page): Promise<void> => {
      await page.getByRole('button', { name: menu }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    }
  const openSection = async (page: Page): Promise<void> => {
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Sections').click()
    const tree = page.getByRole('navigation', { name: 'Sections' })
    await tree.getByRole('button', { name: 'Edit', exact: true }).click()
    await tree.getByRole('button', { name: /^Name of section/ }).click()
  }
  const places = [
    {
      path: 'packages',
      field: 'Name of the package',
      save: 'Enter',
      open: fromMenu('Actions for package Package', 'Rename'),
    },
    {
      path: 'packages',
      field: 'Name of the document',
      save: 'Enter',
      open: fromMenu('Actions for document Document', 'Rename'),
    },
    {
      path: 'releases',
      field: 'Version',
      save: 'Enter',
      open: fromMenu('Actions for release 1.0', 'Edit'),
    },
    {
      path: `documents/${documentId}`,
      field: /^Name of section/,
      save: 'ControlOrMeta+Enter',
      open: openSection,
    },
    { path: 'settings/general', field: 'Name', save: 'Tab', open: async () => undefined },
    {
      path: 'settings/general',
      field: 'Tags, separated by commas',
      save: 'Tab',
      open: async () => undefined,
    },
  ]
  for (const { path, field, save, open } of places)
    await test.step(`${path}: ${String(field)}`, async () => {
      const fieldOf = (page: Page) =>
        page.getByRole('main').getByRole('textbox', { name: field, exact: true })
      for (const page of [one, two]) {
        await page.goto(`/project/${projectId}/${path}`)
        await open(page)
        await expect(fieldOf(page)).toBeVisible()
      }
      const write = async (page: Page, text: string): Promise<void> => {
        await fieldOf(page).focus()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text)
      }
      // A pause in typing saves: as little as possible happens between the parts of the later name.
      await fieldOf(one).focus()
      await one.keyboard.press('ControlOrMeta+A')
      await write(two, 'Lat')
      await one.keyboard.insertText('Earlier')
      await one.keyboard.press(save)
      const unsentOrSaved = one.getByText('Earlier').or(fieldOf(one)).first()
      await expect(unsentOrSaved).toBeVisible()
      await two.keyboard.type('er')
      await two.keyboard.press(save)
      const told = two.getByRole('status').filter({ hasText: '“Earlier”' })
      await told.getByRole('button', { name: 'Take back' }).click()
      await expect(told).toHaveCount(0)
      for (const page of [one, two]) {
        await page.reload()
        await expect(
          page
            .getByRole('main')
            .getByText('Earlier')
            .or(page.locator('input[value=Earlier]'))
            .first(),
        ).toBeVisible()
      }
    })
})

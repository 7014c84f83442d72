import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { hasSharedData, readSharedText, sharedPath } from '../support/shared-data.ts'
import { variationIf } from '../support/variation.ts'

interface ExpectedFile {
  requirements: number
  sections: number
}

const FILES = {
  csv: {
    path: ['data', 'csv', 'owasp-asvs-5.0.0-en.csv'],
    document: 'Application security',
    prefix: 'ASVS',
  },
  xlsx: {
    path: ['data', 'xlsx', 'nist-sp800-53r5-control-catalog.xlsx'],
    document: 'Control catalogue',
    prefix: 'NIST',
  },
} as const
type Kind = keyof typeof FILES

const expectedOf = (kind: Kind): ExpectedFile => {
  const all = JSON.parse(readSharedText('data', 'EXPECTED.json')) as Record<
    Kind,
    Record<string, ExpectedFile>
  >
  const found = all[kind][FILES[kind].path.at(-1) ?? '']
  if (!found) throw new Error(`EXPECTED.json does not know the ${kind} file`)
  return found
}
const counted = (count: number): string => new Intl.NumberFormat('en').format(count)

/** Moves the focus to the element with the Tab key alone. */
const tabTo = async (
  page: Page,
  role: 'button' | 'link' | 'checkbox' | 'tab',
  name: string | RegExp,
): Promise<void> => {
  const target = page.getByRole(role, { name }).first()
  await expect(target).toBeVisible()
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${role} ${String(name)} cannot be reached by Tab`)
}
const pressKey = async (
  page: Page,
  role: 'button' | 'link',
  name: string | RegExp,
): Promise<void> => {
  await tabTo(page, role, name)
  await page.keyboard.press('Enter')
}
/** Types into the field that the page focuses; text typed before that would be lost. */
const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await expect(page.getByRole('textbox', { name: label }).first()).toBeFocused()
  await page.keyboard.type(text)
}
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 3, name })

/** Chooses a file, which opens the dialog's second step. */
const chooseFile = async (
  page: Page,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await pressKey(page, 'button', 'Choose a file')
  await (await chooser).setFiles(file)
}
const openImport = async (page: Page): Promise<void> => {
  await pressKey(page, 'button', 'Import…')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
}
/** Accepts the guessed sheet and columns and opens the preview. */
const acceptGuesses = async (
  page: Page,
  onStep: (step: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  await expect(heading(page, 'Choose the sheet and header row')).toBeFocused()
  await onStep('the sheet and header row')
  await pressKey(page, 'button', 'Next: match the columns')
  await expect(heading(page, 'Match the columns')).toBeFocused()
  await onStep('the columns')
  await pressKey(page, 'button', 'Next: preview')
  await expect(heading(page, 'Preview')).toBeFocused()
}

const makeDocument = async (
  page: Page,
  { document, prefix }: { document: string; prefix: string },
): Promise<void> => {
  await pressKey(page, 'button', 'Add document')
  await typeInto(page, 'Name of the document', document)
  await page.getByLabel('ID prefix').fill(prefix)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: document, exact: true })).toBeVisible()
  await pressKey(page, 'button', 'Done')
}

/**
 * Creates a project with one package and the two documents by keyboard. Each test creates its own
 * project. Returns the address of the packages and the id of the project.
 */
const makeProject = async (
  page: Page,
  name: string,
): Promise<{ packagesUrl: string; projectId: string }> => {
  await signInAs(page, 'author', '/projects')
  await pressKey(page, 'button', 'New project')
  await typeInto(page, 'Name', name)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/packages')
  const packagesUrl = page.url()
  await pressKey(page, 'button', 'Add package')
  await typeInto(page, 'Name of the package', 'Security')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Security' })).toBeVisible()
  await pressKey(page, 'button', 'Done')
  for (const kind of ['csv', 'xlsx'] as const) await makeDocument(page, FILES[kind])
  return { packagesUrl, projectId: /project\/([^/]+)\//.exec(packagesUrl)?.[1] ?? '' }
}

test.describe('[step 1] an author imports requirements', () => {
  test.skip(!hasSharedData, 'needs the folder with the real files')
  test.slow()

  test('by keyboard alone: a project, a package, two documents, two real files, one undo each', async ({
    page,
    server,
  }) => {
    const { packagesUrl, projectId } = await makeProject(page, 'Security of the platform')

    const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
    const onServer = async () => {
      const all = await author.call(API.projects.references, { params: { id: projectId } })
      return {
        requirements: all.filter(({ kind }) => kind === 'requirement').length,
        sections: all.filter(({ kind }) => kind === 'section').length,
      }
    }

    for (const kind of ['csv', 'xlsx'] as const) {
      await test.step(`${kind}: the counts equal EXPECTED.json, here and on the server`, async () => {
        const want = expectedOf(kind)
        await page.goto(packagesUrl)
        await pressKey(page, 'link', FILES[kind].document)
        await openImport(page)
        await axe(page, 'the choice of a file')
        await chooseFile(page, sharedPath(...FILES[kind].path))
        await acceptGuesses(page, (step) => axe(page, step))
        await expect(
          page.getByText(
            `${counted(want.requirements)} new, 0 changed. ${want.sections} new sections.`,
          ),
        ).toBeVisible()
        await axe(page, 'the preview')
        await pressKey(page, 'button', `Import ${counted(want.requirements)} requirements`)
        await expect(heading(page, 'Import finished')).toBeFocused({ timeout: 60_000 })
        await expect(
          page.getByText(`${counted(want.requirements)} requirements created, 0 updated.`),
        ).toBeVisible()
        await axe(page, 'the end of an import')
        await expect
          .poll(onServer, { timeout: 60_000 })
          .toEqual({ requirements: want.requirements, sections: want.sections })
      })
      await test.step(`${kind}: one undo reverts the whole import`, async () => {
        await pressKey(page, 'button', 'Undo import')
        await expect(heading(page, 'Import undone')).toBeFocused({ timeout: 60_000 })
        await expect.poll(onServer, { timeout: 60_000 }).toEqual({ requirements: 0, sections: 0 })
        await pressKey(page, 'button', /^Close$/)
        await expect(page.getByText('No requirements yet')).toBeVisible()
      })
    }

    await test.step('a file that cannot be read names the cell and changes nothing', async () => {
      await openImport(page)
      await chooseFile(page, {
        name: 'broken.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('ID,Section,Requirement\nA-1,Access,"never ends\nA-2,Access,x\n'),
      })
      await expect(
        page.getByText('broken.csv was not imported. Nothing was changed.'),
      ).toBeVisible()
      await expect(page.getByText('Cell C2 (line 2 of the file)')).toBeVisible()
      await axe(page, 'a file that cannot be read')
    })

    await test.step('refused rows are listed by cell, and a checkbox permits the import of the other rows', async () => {
      const rows = [
        'ID,Section,Requirement,Note',
        'A-1,Access,Signs in,',
        'A-1,Access,Signs in again,',
        'A-2,Access,,',
        'A-3,Access,Locks,#REF!',
      ]
      await chooseFile(page, {
        name: 'wrong.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(rows.join('\n')),
      })
      await acceptGuesses(page)
      const refused = page.getByRole('region', { name: 'Refused' }).getByRole('listitem')
      await expect(refused).toHaveText([
        /A3.*already used in A2/,
        /C4.*is empty/,
        /D5.*spreadsheet error/,
      ])
      await expect(page.getByText('Invalid IDs: A-1, A-2, A-3')).toBeVisible()
      await axe(page, 'refused rows')
      const button = page.getByRole('button', { name: 'Import 1 requirement' })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await pressKey(page, 'button', 'Import 1 requirement')
      await expect(heading(page, 'Preview')).toBeVisible()
      expect(await onServer()).toEqual({ requirements: 0, sections: 0 })
      await tabTo(page, 'checkbox', 'Import the other rows')
      await page.keyboard.press('Space')
      await pressKey(page, 'button', 'Import 1 requirement')
      await expect(heading(page, 'Import finished')).toBeVisible()
      await expect(
        page.getByText('Import success: 1 requirement created, 0 updated.'),
      ).toBeVisible()
      await expect(page.getByText('Import error: 3 rows were not imported.')).toBeVisible()
      await expect(page.getByText('Invalid IDs: A-1, A-2, A-3')).toBeVisible()
      await axe(page, 'the end of an import with refused rows')
      await expect.poll(onServer).toEqual({ requirements: 1, sections: 1 })
    })
  })
})

test('an import made offline is saved on this device and sent without a click', async ({
  openDevice,
  server,
}) => {
  test.skip(!hasSharedData, 'needs the folder with the real files')
  test.slow()
  const device = await openDevice({ installs: true })
  const { page } = device
  const { projectId } = await makeProject(page, 'Security without a network')
  await page.getByRole('link', { name: FILES.csv.document, exact: true }).click()
  await expect(page.getByRole('button', { name: 'Import…' }).first()).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()

  await openImport(page)
  await chooseFile(page, sharedPath(...FILES.csv.path))
  await acceptGuesses(page)
  await page.getByRole('combobox', { name: 'Owner' }).fill('author')
  await page.getByRole('option', { name: 'Demo Author' }).click()
  await pressKey(page, 'button', /^Import \d/)
  await expect(heading(page, 'Import finished')).toBeVisible({ timeout: 60_000 })
  await pressKey(page, 'button', /^Close$/)
  await expect(
    page.getByText(`${expectedOf('csv').requirements} requirements`).first(),
  ).toBeVisible()

  await device.goOnline()
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  const inDocument = async () => {
    const all = await author.call(API.projects.references, { params: { id: projectId } })
    const document = all.find(
      ({ kind, label }) => kind === 'document' && label === FILES.csv.document,
    )
    const sections = new Set(
      all
        .filter(({ kind, parentId }) => kind === 'section' && parentId === document?.id)
        .map(({ id }) => id),
    )
    return all.filter(
      ({ kind, parentId }) => kind === 'requirement' && sections.has(parentId ?? ''),
    ).length
  }
  await expect.poll(inDocument, { timeout: 90_000 }).toBe(expectedOf('csv').requirements)
  const documentId = /documents\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  const { ownerData } = await author.call(API.documents.get, { params: { id: documentId } })
  expect(ownerData?.id).toBe(author.session.userId)
})

for (const [scheme, width, height] of [
  ['light', 1440, 900],
  ['dark', 390, 844],
  ['light', 390, 844],
] as const) {
  test(`every step of the import fits and is accessible, ${scheme}, ${width} px${variationIf(scheme === 'light')}`, async ({
    page,
  }, testInfo) => {
    test.skip(!hasSharedData, 'needs the folder with the real files')
    await page.setViewportSize({ width, height })
    await page.goto('/login')
    await page.evaluate((value) => localStorage.setItem('tenderbook.theme', value), scheme)
    await makeProject(page, `Security, ${scheme}, ${width} px`)
    await page.getByRole('link', { name: FILES.xlsx.document, exact: true }).click()
    // Else "More" may be that of the page left.
    await expect(page.getByRole('heading', { level: 1, name: FILES.xlsx.document })).toBeVisible()
    if (width < 700) await page.getByRole('button', { name: 'More', exact: true }).click()
    // The empty document offers the import too, below the menu.
    const bar = page.locator('[data-page-bar]')
    await bar.getByRole('button', { name: 'Import…' }).click()
    const seen = async (step: string) => {
      await axe(page, `${step}, ${scheme}, ${width} px`)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - window.innerWidth,
      )
      expect(overflow, `${step} is not wider than the window`).toBeLessThanOrEqual(0)
      await page.screenshot({ path: testInfo.outputPath(`${step.replaceAll(' ', '-')}.png`) })
    }
    await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
    await seen('file')
    await page.getByLabel('Spreadsheet file').setInputFiles(sharedPath(...FILES.xlsx.path))
    await acceptGuesses(page, seen)
    await expect(
      page.getByRole('region', { name: 'New' }).getByRole('listitem').first(),
    ).toBeVisible()
    await seen('preview')
  })
}

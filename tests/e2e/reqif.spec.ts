import { readFile } from 'node:fs/promises'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { attribute, node, object, reqifXml, type, value } from '../support/reqif.ts'
import { structureProblems, xmlTree } from '../support/reqif-structure.ts'
import { hasSharedData, sharedPath } from '../support/shared-data.ts'
import { seenEverywhere } from '../support/themes.ts'

const FILE = 'gfse-dimmer-specif-2020.reqifz'

const chooseFile = async (page: Page, file: string) => {
  const dialog = page.getByRole('dialog', { name: 'Import requirements' })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByRole('heading', { name: 'Match the attributes' })).toBeVisible()
  return dialog
}

test('a ReqIF archive with pictures is imported offline, exported, and changes nothing when it comes back', async ({
  openDevice,
  server,
}) => {
  test.skip(!hasSharedData, 'needs the real files')
  test.slow()
  const { projectId, documentId } = await makeEmptyProject(server.url, 'ReqIF')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await untilInstalled(page)
  await device.goOffline()

  await page.getByRole('button', { name: 'Import…' }).first().click()
  const dialog = await chooseFile(page, sharedPath('data', 'reqif', FILE))
  await expect(dialog.getByText('101 requirements')).toBeVisible()
  await axe(page, 'the attributes of a ReqIF file')
  await seenEverywhere(page, 'the attributes of a ReqIF file')
  await dialog.getByRole('button', { name: 'Next: preview' }).click()
  await expect(dialog.getByText('101 new, 0 changed.')).toBeVisible()
  await seenEverywhere(page, 'the preview of a ReqIF file')
  await dialog.getByRole('button', { name: 'Import 101 requirements' }).click()
  await expect(dialog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expect(dialog.getByText('files were attached to their requirements')).toBeVisible()
  await seenEverywhere(page, 'a ReqIF file is imported')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Dimming', { exact: false }).first()).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export requirements' })
  await exporting.getByRole('radio', { name: /ReqIF/ }).check()
  await seenEverywhere(page, 'the export as ReqIF')
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.reqifz$/)
  const path = await file.path()
  const parts = unzipSync(new Uint8Array(await readFile(path)))
  expect(Object.keys(parts).filter((name) => /\.(png|gif)$/.test(name)).length).toBeGreaterThan(0)
  const xml = new TextDecoder().decode(parts['requirements.reqif'])
  expect(structureProblems(xmlTree(xml))).toEqual([])

  await page.getByRole('button', { name: 'Import…' }).first().click()
  const again = page.getByRole('dialog', { name: 'Import requirements' })
  await again.locator('input[type=file]').setInputFiles({
    ...{ name: file.suggestedFilename(), mimeType: 'application/zip' },
    buffer: await readFile(path),
  })
  await again.getByRole('button', { name: 'Next: preview' }).click()
  await expect(again.getByText('0 new, 0 changed.')).toBeVisible()
  await expect(again.getByRole('tab', { name: 'Unchanged 101' })).toBeVisible()
})

test('a ReqIF file with dangling references lists them and imports the rest only on request', async ({
  openDevice,
  server,
}) => {
  test.skip(!hasSharedData, 'needs the real files')
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Dangling')
  const { page } = await openDevice()
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const file = sharedPath('data', 'reqif', 'enterprise-architect-8-instep.reqif')
  const dialog = await chooseFile(page, file)
  await expect(dialog.getByText('4 things in this file are wrong')).toBeVisible()
  await expect(dialog.getByText(/^Line \d+, F785DE59.*FUNC-REQ-1/)).toBeVisible()
  await seenEverywhere(page, 'a ReqIF file with dangling references')
  const next = dialog.getByRole('button', { name: 'Next: preview' })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('checkbox', { name: 'Import the rest' }).check()
  await dialog
    .getByRole('combobox', { name: 'Specification' })
    .selectOption('Objects outside of all specifications')
  await next.click()
  await dialog.getByRole('button', { name: 'Import 3 requirements' }).click()
  await expect(dialog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog.getByRole('heading', { name: 'Import undone' })).toBeVisible()
})

const countOf = (xml: string, tag: string): number => xml.split(`<${tag} `).length - 1

test('a project is exported as one ReqIF file, and its specifications become documents @variation', async ({
  openDevice,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Specifications')
  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  const spec = (id: string) =>
    `<SPECIFICATION IDENTIFIER="s-${id}" LONG-NAME="Part ${id}"><CHILDREN>${node(id)}</CHILDREN></SPECIFICATION>`
  const xml = reqifXml({
    types: type('t'),
    objects: object('one', 't', '', 'Lamp one') + object('two', 't', '', 'Lamp two'),
    tree: node('one'),
  }).replace('</SPECIFICATION>', `</SPECIFICATION>${spec('two')}`)
  const open = async (text: string) => {
    await page.goto(`/project/${projectId}/documents/${documentId}`)
    await page.getByRole('button', { name: 'Import…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import requirements' })
    await dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'a.reqif', mimeType: 'application/xml', buffer: Buffer.from(text) },
    })
    await dialog.getByRole('button', { name: 'Import as several documents…' }).click()
    return dialog
  }
  const dialog = await open(xml)
  await expect(dialog.getByText('1 new, 0 changed, 0 unchanged')).toHaveCount(2)
  await axe(page, 'the specifications of a ReqIF file')
  await seenEverywhere(page, 'the specifications of a ReqIF file')
  await dialog.getByRole('button', { name: 'Import 2 requirements' }).click()
  await expect(dialog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(`/project/${projectId}/packages`)
  await expect(page.getByRole('link', { name: 'Part two' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More actions' }).click()
  await seenEverywhere(page, 'the menu of a project with its export')
  await page.getByRole('menuitem', { name: 'Export project as ReqIF' }).click()
  const written = await readFile(await (await download).path(), 'utf8')
  expect(structureProblems(xmlTree(written))).toEqual([])
  expect(countOf(written, 'SPECIFICATION')).toBe(3)

  const again = await open(written)
  await expect(again.getByText('Updates the document Part two')).toBeVisible()
  await expect(again.getByText('0 new, 0 changed, 1 unchanged')).toHaveCount(2)
  await seenEverywhere(page, 'specifications that update documents')
})

const HOSTILE_SVG = strToU8(
  '<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"><script>window.hacked=1</script><foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror="window.hacked=1"/></foreignObject><image href="https://elsewhere.example/a.png"/></svg>',
)

test('a hostile SVG picture of an archive is attached packed, never shown, and exported as it was', async ({
  openDevice,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Picture')
  const device = await openDevice()
  const { page } = device
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('elsewhere')) foreign.push(request.url())
  })
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  const picture = '<xhtml:div><xhtml:object data="img/a.svg" type="image/svg+xml"/></xhtml:div>'
  const xml = reqifXml({
    types: type('t', attribute('XHTML', 'x', 'Text')),
    objects: object('one', 't', value('XHTML', 'x', picture), 'Lamp'),
    tree: node('one'),
  })
  const archive = zipSync({ 'a.reqif': strToU8(xml), 'img/a.svg': HOSTILE_SVG })
  const open = async (bytes: Uint8Array) => {
    await page.getByRole('button', { name: 'Import…' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Import requirements' })
    await dialog.locator('input[type=file]').setInputFiles({
      ...{ name: 'a.reqifz', mimeType: 'application/zip', buffer: Buffer.from(bytes) },
    })
    await dialog.getByRole('button', { name: 'Next: preview' }).click()
    return dialog
  }
  const dialog = await open(archive)
  await dialog.getByRole('button', { name: 'Import 1 requirement' }).click()
  await expect(dialog.getByText('One file was attached to its requirement.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export requirements' })
  await exporting.getByRole('radio', { name: /ReqIF/ }).check()
  const download = page.waitForEvent('download')
  await exporting.getByRole('button', { name: 'Export', exact: true }).click()
  const written = new Uint8Array(await readFile(await (await download).path()))
  expect(unzipSync(written)['img/a.svg']).toEqual(HOSTILE_SVG)

  const again = await open(written)
  await expect(again.getByText('0 new, 0 changed.')).toBeVisible()
  await again.getByRole('button', { name: 'Close' }).first().click()
  await page.goto(`/project/${projectId}/documents/${documentId}/requirement/HST-0001`)
  await expect(page.getByRole('button', { name: 'a.svg.zip', exact: true })).toHaveCount(1)
  expect(await page.locator('object, embed, iframe, img[src^="blob:"]').count()).toBe(0)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(foreign).toEqual([])
})

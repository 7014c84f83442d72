import { describe, expect, it } from 'vitest'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { KEPT } from '#schema/rules/reqif/reqif-names.ts'
import { xhtmlText } from '#schema/rules/reqif/xhtml.ts'
import { filePaths } from './reqif-paths.ts'

const field = (name: string, value: string) => ({
  ...{ id: name, key: name, name, type: 'TEXTAREA' as const, value },
})
/** A requirement whose texts a ReqIF file wrote with these sources, by field. */
const requirement = (
  id: string,
  sources: Readonly<Record<string, string>> = {},
  texts: Readonly<Record<string, string>> = {},
) => ({
  id,
  definition: definitionText(
    defaultDefinition([
      ...Object.entries(sources).map(([name, source]) =>
        field(name, texts[name] ?? xhtmlText(source)),
      ),
      field(KEPT.source, JSON.stringify(sources)),
    ]),
  ),
})
const shows = (...paths: string[]): string =>
  `<div>See ${paths.map((path) => `<object data="${path}" type="image/png"/>`).join(' and ')}</div>`
const stored = (requirementId: string, name: string, contentHash = name) => ({
  ...{ requirementId, name, mime: 'image/png', contentHash },
})
const pathsOf = (...given: Parameters<typeof filePaths>) => {
  const { paths, unnamed } = filePaths(...given)
  return {
    paths: [...paths].map(([path, file]) => [path, file.requirementId, file.contentHash]),
    unnamed: [...unnamed].map(([id, files]) => [id, files.map(({ path }) => path)]),
  }
}

describe('the path of a file in an archive', () => {
  it('is the one that a text of its requirement names', () => {
    const one = requirement('r1', { Text: shows('img/a.png', 'b.png') })
    expect(pathsOf([one], [stored('r1', 'b.png'), stored('r1', 'a.png')])).toEqual({
      paths: [
        ['b.png', 'r1', 'b.png'],
        ['img/a.png', 'r1', 'a.png'],
      ],
      unnamed: [],
    })
  })

  it('is that of a vector picture, which is attached in an archive of its own', () => {
    const one = requirement('r1', { Text: shows('img/a.svg') })
    expect(pathsOf([one], [stored('r1', 'a.svg.zip')]).paths).toEqual([
      ['img/a.svg', 'r1', 'a.svg.zip'],
    ])
  })

  it('is one of its own where no text names it, by requirement and place', () => {
    const files = [stored('r1', 'a.png'), stored('r2', 'a/b\\c.png'), stored('r1', 'd.png')]
    expect(filePaths([requirement('r1'), requirement('r2')], files)).toEqual({
      paths: new Map([
        ['files/r1/1/a.png', files[0]],
        ['files/r1/2/d.png', files[2]],
        ['files/r2/1/a_b_c.png', files[1]],
      ]),
      unnamed: new Map([
        [
          'r1',
          [
            { path: 'files/r1/1/a.png', name: 'a.png', mime: 'image/png' },
            { path: 'files/r1/2/d.png', name: 'd.png', mime: 'image/png' },
          ],
        ],
        ['r2', [{ path: 'files/r2/1/a_b_c.png', name: 'a/b\\c.png', mime: 'image/png' }]],
      ]),
    })
  })

  it('is one of its own where the text has changed or the source is no markup', () => {
    const changed = requirement('r1', { Text: shows('a.png') }, { Text: 'Other' })
    const plain = requirement('r2', { Text: 'See <object data="b.png"/>' }, { Text: 'See' })
    const files = [stored('r1', 'a.png'), stored('r2', 'b.png')]
    expect(pathsOf([changed, plain], files).paths.map(([path]) => path)).toEqual([
      ...['files/r1/1/a.png', 'files/r2/1/b.png'],
    ])
  })

  it.each(['../a.png', 'img/../../a.png'])('never leads out of the archive: %s', (path) => {
    const one = requirement('r1', { Text: shows(path) })
    expect(pathsOf([one], [stored('r1', 'a.png')]).unnamed).toEqual([['r1', ['files/r1/1/a.png']]])
  })

  it('never is that of the requirements themselves', () => {
    const one = requirement('r1', { Text: shows('requirements.reqif') })
    const file = stored('r1', 'requirements.reqif')
    expect(pathsOf([one], [file]).paths[0]?.[0]).toBe('files/r1/1/requirements.reqif')
    const inside = requirement('r1', { Text: shows('img/requirements.reqif') })
    expect(pathsOf([inside], [file]).paths[0]?.[0]).toBe('img/requirements.reqif')
  })

  it('is shared by equal files, and by no others', () => {
    const text = { Text: shows('img/a.png') }
    const both = [requirement('r1', text), requirement('r2', text)]
    expect(pathsOf(both, [stored('r1', 'a.png', 'h1'), stored('r2', 'a.png', 'h1')])).toEqual({
      ...{ paths: [['img/a.png', 'r1', 'h1']], unnamed: [] },
    })
    expect(pathsOf(both, [stored('r1', 'a.png', 'h1'), stored('r2', 'a.png', 'h2')])).toEqual({
      paths: [
        ['img/a.png', 'r1', 'h1'],
        ['files/r2/1/a.png', 'r2', 'h2'],
      ],
      unnamed: [['r2', ['files/r2/1/a.png']]],
    })
  })

  it('is given to the files of these requirements only', () => {
    expect(pathsOf([requirement('r1')], [stored('r9', 'a.png')])).toEqual({
      ...{ paths: [], unnamed: [] },
    })
  })
})

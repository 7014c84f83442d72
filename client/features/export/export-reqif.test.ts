import { expect, it } from 'vitest'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import { filePaths } from './reqif-paths.ts'

const requirement = (id: string, source = '', text = '[a.png]') => ({
  id,
  definition: buildDefinition({
    content: [
      buildParameter({ id: 't', key: 't', name: 'Text', type: 'TEXTAREA', value: text }),
      buildParameter({
        ...{ id: 'k', key: 'k', name: 'ReqIF source', type: 'TEXTAREA' },
        value: JSON.stringify({ Text: source }),
      }),
    ],
  }),
})
const file = (requirementId: string, name: string, contentHash = name) => ({
  ...{ requirementId, name, contentHash, mime: 'image/png' },
})
const IMAGE = '<object data="img/a.png"></object>'

it('a file stands where the text of its requirement names it', () => {
  const { paths, unnamed } = filePaths([requirement('r1', IMAGE)], [file('r1', 'a.png')])
  expect([...paths.keys()]).toEqual(['img/a.png'])
  expect(unnamed.size).toBe(0)
})

it('other files have paths of their own, and so has another file of the same name', () => {
  const { paths, unnamed } = filePaths(
    [requirement('r1', IMAGE), requirement('r2', IMAGE), requirement('r3', IMAGE, 'edited')],
    [file('r1', 'a.png'), file('r1', 'b.png'), file('r2', 'a.png', 'other'), file('r3', 'a.png')],
  )
  expect([...paths.keys()]).toEqual([
    'img/a.png',
    'files/r1/2/b.png',
    'files/r2/1/a.png',
    'files/r3/1/a.png',
  ])
  expect([...unnamed.keys()]).toEqual(['r1', 'r2', 'r3'])
})

it('no path leads out of the archive', () => {
  const { paths } = filePaths(
    [requirement('r1', '<object data="../a.png"></object>')],
    [file('r1', 'a.png'), file('r1', '../b.png')],
  )
  expect([...paths.keys()]).toEqual(['files/r1/1/a.png', 'files/r1/2/.._b.png'])
})

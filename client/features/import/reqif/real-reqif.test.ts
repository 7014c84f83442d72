import { describe, expect, it } from 'vitest'
import { hasSharedData, readShared, readSharedText } from '../../../../tests/support/shared-data.ts'
import { readReqifFile } from './read-reqif-file.ts'

interface Expected {
  tool: string | null
  title: string
  specifications: number
  specObjects: number
  hierarchyNodes: number
  maxDepth: number
  relations: number
  enumValues: number
  values: Record<string, number>
  xhtmlObjects: number
  danglingRefs: number
  attributes: string[]
}
const expected = hasSharedData
  ? (
      JSON.parse(readSharedText('data', 'EXPECTED.json')) as {
        reqif: Record<string, [Expected]>
      }
    ).reqif
  : { none: null as never }

describe.skipIf(!hasSharedData)('real ReqIF files', () => {
  it.each(Object.entries(expected))('%s has the content that was counted', (fileName, [counts]) => {
    const { reqif: file } = readReqifFile({
      fileName,
      bytes: readShared('data', 'reqif', fileName),
    })
    const checked = file?.checked
    if (checked === undefined) throw new Error('no content')
    const { reqif } = checked
    const { objects, relations, specifications } = reqif
    const values = [...objects, ...relations, ...specifications].flatMap((one) => one.values)
    const nodes = specifications.flatMap((one) => one.nodes)
    const kinds = Object.fromEntries(
      [...Map.groupBy(values, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
    )
    const dangling = checked.problems.filter(
      ({ code }) => code === 'objectUnknown' || code === 'relationUnknown',
    )
    const names = reqif.types
      .filter(({ of }) => of === 'object')
      .flatMap(({ attributes }) => attributes.map(({ name }) => name))
    expect({
      tool: reqif.header.tool || null,
      title: reqif.header.title,
      specifications: reqif.specifications.length,
      specObjects: reqif.objects.length,
      hierarchyNodes: nodes.length,
      maxDepth: Math.max(...nodes.map(({ depth }) => depth)),
      relations: reqif.relations.length,
      enumValues: reqif.datatypes.reduce((sum, one) => sum + one.values.length, 0),
      values: kinds,
      xhtmlObjects: values.reduce((n, { raw }) => n + (raw.match(/<object /g)?.length ?? 0), 0),
      danglingRefs: dangling.length,
      attributes: [...new Set(names)].toSorted(),
    }).toEqual({
      ...Object.fromEntries(
        Object.entries(counts).filter(
          ([key]) => !['member', 'xmlBytes', 'sourceTool', 'xhtmlTables'].includes(key),
        ),
      ),
    })
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildDefinition, buildParameter } from '../../../tests/support/project-rows.ts'
import { structureProblems, xmlTree } from '../../../tests/support/reqif-structure.ts'
import {
  attribute,
  checkedXml,
  node,
  object,
  reqifXml,
  tableOf,
  type,
  value,
} from '../../../tests/support/reqif.ts'
import { KEPT } from './reqif-names.ts'
import { safeXhtml } from './safe-xhtml.ts'
import { writeReqif } from './write-reqif.ts'
import { xhtmlText } from './xhtml.ts'

describe('markup of a file', () => {
  it.each([
    ['<p>a</p><script>run()</script><style>p {}</style>', '<p>a</p>'],
    ['<script><script>a</script>b</script>c', 'c'],
    ['<p onclick="run()" class="x">a</p>', '<p class="x">a</p>'],
    ['<a href="javascript:run()">a</a>', '<a>a</a>'],
    ['<a href=" java&#10;script:run()">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="https://a.sk/?a=1&amp;b=2">a</a>', '<a href="https://a.sk/?a=1&amp;b=2">a</a>'],
    ['<p style="color:red">a</p>', '<p style="color:red">a</p>'],
    ['<p style="background: url(//a.sk)">a</p>', '<p>a</p>'],
    ['<iframe src="https://a.sk">a</iframe><svg><text>b</text></svg>', 'ab'],
    ['<form><b>a</b><button>b</button></form>', '<b>a</b>b'],
    [
      '<img src="i/a.PNG" alt="A" onerror="run()"/>',
      ['<object alt="A" data="i/a.PNG" type="image/png">A</object>'].join(''),
    ],
    [
      '<object data="a.svg" type="image/svg+xml" classid="x">a</object>',
      ['<object data="a.svg" type="image/svg+xml">a</object>'].join(''),
    ],
    ['<p>a<b>b</p>c</i>&bad;<!-- d --><', '<p>a<b>b</b></p>c&amp;bad;'],
    ['<br/>a', '<br></br>a'],
  ])('[RI14] %s', (markup, safe) => {
    expect(safeXhtml(markup)).toBe(safe)
    expect(safeXhtml(safe)).toBe(safe)
  })

  it('[RI14] is well-formed and safe whatever it holds', () => {
    const part = fc.constantFrom(
      ...['<p>', '</p>', '<script>', '</script>', '<x:y>', '</x:y>', '<b class="a&quot;>">'],
      ...['<', '>', '&', '"', 'a', ' ', '<br/>', '<a href="javascript:a">', '</a>', '<![CDATA['],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const safe = safeXhtml(parts.join(''))
        expect(xmlTree(`<div>${safe}</div>`).name).toBe('div')
        expect(safe).not.toMatch(/<script|javascript|<x:/)
        expect(safeXhtml(safe)).toBe(safe)
      }),
      { numRuns: 500 },
    )
  })

  it('[RI14] keeps its text', () => {
    const { markup } = fc.letrec<{ markup: string }>((tie) => ({
      markup: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('a', ' ', '&amp;', '<img src="i/b.png"></img>', '<br></br>'),
        fc
          .tuple(
            fc.constantFrom('p', 'ul', 'li', 'td', 'pre', 'svg', 'section'),
            fc.array(tie('markup'), { maxLength: 4 }),
          )
          .map(([tag, parts]) => `<${tag} onclick="run()">${parts.join('')}</${tag}>`),
      ),
    }))
    fc.assert(
      fc.property(markup, (text) => {
        expect(xhtmlText(safeXhtml(text))).toBe(xhtmlText(text))
      }),
      { numRuns: 300 },
    )
  })
})

it('[RI14] a script of another tool is neither kept nor written', () => {
  const markup =
    '<xhtml:div>Opens <xhtml:b onclick="run()">at once</xhtml:b><xhtml:script>run()</xhtml:script> <svg xmlns="http://www.w3.org/2000/svg"><script>run()</script><text>always</text></svg></xhtml:div>'
  const objects = object('o', 't', value('XHTML', 'a', markup))
  const types = type('t', attribute('XHTML', 'a', 'ReqIF.Text'))
  const { rows } = tableOf(checkedXml(reqifXml({ types, objects, tree: node('o') })))
  expect(rows[1]).toContain('Opens at once always')
  expect(JSON.stringify(rows)).not.toMatch(/script|run\(\)/)
  const text = (name: string, value_: string) =>
    buildParameter({ id: name, key: name, name, type: 'TEXTAREA', value: value_ })
  const source = `<div>Opens<script>run()</script> <a href="javascript:run()">at once</a></div>`
  const xml = writeReqif({
    ...{ title: 'T', files: new Map(), now: 0, id: 'f' },
    documents: [
      {
        ...{ id: 'd', name: 'D', sections: [{ id: 's', name: 'S' }] },
        requirements: [
          {
            ...{ id: 'r', fullId: null, sourceId: null, name: 'R', sectionId: 's' },
            definition: buildDefinition({
              content: [
                text('Text', 'Opens at once'),
                text(KEPT.source, JSON.stringify({ Text: source })),
              ],
            }),
          },
        ],
      },
    ],
  })
  expect(structureProblems(xmlTree(xml))).toEqual([])
  expect(xml).toContain('<xhtml:div>Opens <xhtml:a>at once</xhtml:a></xhtml:div>')
  expect(xml).not.toMatch(/script|run\(\)/)
})

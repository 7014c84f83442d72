import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from '../excel/excel-rows-cells.ts'
import { filesOf, textXhtml, xhtmlText } from './xhtml.ts'

describe('markup', () => {
  it.each([
    ['<p>One</p><p>Two  <b>bold</b>\n words</p>', 'One\nTwo bold words'],
    ['<div>a<br></br><br></br>b</div>', 'a\n\nb'],
    [
      '<ul><li><p>one</p></li><li>two<ol><li>in</li><li>ner</li></ol></li></ul>',
      '- one\n- two\n  1. in\n  2. ner',
    ],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td><p>1</p><p>x</p></td><td>2</td></tr></table>',
      'A | B\n1 x | 2',
    ],
    [
      'see <a href="https://a.sk/x">here</a> or <a href="https://b.sk">https://b.sk</a>',
      'see here (https://a.sk/x) or https://b.sk',
    ],
    ['<p>Ring <object data="img/a%20b.png">Alternative</object></p>', 'Ring [a b.png]'],
    ['<img src="a.png"/>Text', '[a.png] Text'],
    ['<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['<style>p { color: red }</style><script>run()</script><p onclick="run()">x</p>', 'x'],
    ['1 &lt; 2 &amp;amp; 3', '1 < 2 &amp; 3'],
    ['<a href="javascript:run()">x</a>', 'x'],
  ])('[RI4] %s', (markup, text) => {
    expect(xhtmlText(markup)).toBe(text)
  })

  it('[RI4] names the files that it shows, and no addresses', () => {
    expect(
      filesOf(
        '<object data=".\\img\\a%20b.png"></object><a href="https://a.sk">x</a><img src="c.gif">',
      ),
    ).toEqual(['img/a b.png', 'c.gif'])
  })

  it('[RI4] takes time in proportion to its length', () => {
    const items = '<li><p>a</p></li><a href="https://a.sk">x</a>'.repeat(20_000)
    expect(xhtmlText(`<ul>${items}</ul>`).length).toBeGreaterThan(100_000)
  })
})

it('[RI5] a text written as markup is read back', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('a  b', 'a \n b', '- x\n\n\ny', '<b>&amp;', 'a\n  b'),
      ),
      (text) => {
        expect(xhtmlText(textXhtml(text))).toBe(cleanText(text))
      },
    ),
    { numRuns: 500 },
  )
})

import { strToU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fileProblem, kindOfBytes } from '#schema/rules/files/files.ts'
import { attachedName } from '../../../lib/packed-picture.ts'
import { packPicture } from './pack-picture.ts'

const SVG = strToU8(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>window.hacked=1</script><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://elsewhere.example/"/></foreignObject><image href="https://elsewhere.example/a.png"/></svg>',
)

it('a vector picture comes back unchanged from an archive that can be attached', () => {
  const packed = packPicture('a.svg', SVG)
  expect([attachedName('a.svg'), attachedName('a.SVGZ'), attachedName('a.png')]).toEqual([
    ...['a.svg.zip', 'a.SVGZ.zip', 'a.png'],
  ])
  const facts = { name: 'a.svg.zip', mime: 'application/zip', bytes: packed.length }
  expect(fileProblem(facts, kindOfBytes(packed))).toBeNull()
  expect(unzipSync(packed)).toEqual({ 'a.svg': SVG })
})

describe('packing', () => {
  const zone = process.env['TZ']
  it.each(['America/New_York', 'Europe/Bratislava', 'Pacific/Kiritimati'])(
    'gives the same bytes in %s',
    (other) => {
      process.env['TZ'] = 'UTC'
      const packed = packPicture('a.svg', SVG)
      process.env['TZ'] = other
      const elsewhere = packPicture('a.svg', SVG)
      process.env['TZ'] = zone
      expect(elsewhere).toEqual(packed)
    },
  )
})

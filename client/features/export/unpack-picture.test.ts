import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { unpackPicture } from './unpack-picture.ts'

const SVG = strToU8(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>window.hacked=1</script></svg>',
)

it.each([0, 6] as const)('a packed picture comes back unchanged, packed at level %i', (level) => {
  expect(unpackPicture(zipSync({ 'a.svg': SVG }, { level }))).toEqual(SVG)
})

it.each([
  ['holds something else', zipSync({ 'a.html': SVG })],
  ['holds several files', zipSync({ 'a.svg': SVG, 'b.svg': SVG })],
  ['is too large', zipSync({ 'a.svg': new Uint8Array(51 * 1024 * 1024) }, { level: 1 })],
  ['is none', SVG],
])('an archive that %s is not unpacked', (_, bytes) => {
  expect(() => unpackPicture(bytes)).toThrow()
})

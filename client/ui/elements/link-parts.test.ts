import { expect, it } from 'vitest'
import { linkParts } from './link-parts.ts'

const linksIn = (text: string): string[] =>
  linkParts(text).flatMap((part) => (part.href === undefined ? [] : [part.text]))

it('finds addresses and leaves the rest of the text as it is', () => {
  expect(linkParts('See https://city.example/visit?day=1#map for the map')).toEqual([
    { text: 'See ' },
    { text: 'https://city.example/visit?day=1#map', href: 'https://city.example/visit?day=1#map' },
    { text: ' for the map' },
  ])
  expect(linkParts('Plain')).toEqual([{ text: 'Plain' }])
  expect(linkParts('')).toEqual([])
})

it.each([
  ['ends a sentence: https://city.example/a.', 'https://city.example/a'],
  ['asks https://city.example/a?!', 'https://city.example/a'],
  ['(in brackets: https://city.example/a)', 'https://city.example/a'],
  ['(in brackets: https://city.example/a).', 'https://city.example/a'],
  ['https://city.example/a_(b)', 'https://city.example/a_(b)'],
  ['„https://city.example/a“', 'https://city.example/a'],
  ['<https://city.example/a>', 'https://city.example/a'],
  ['HTTPS://City.example/A', 'HTTPS://City.example/A'],
  ['line\nhttp://city.example\nline', 'http://city.example'],
])('%j has the link %s', (text, link) => {
  expect(linksIn(text)).toEqual([link])
})

it.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  'ftp://city.example/a',
  'city.example/a',
  'xhttps://city.example',
  'https://',
  'https://city.example@elsewhere.example/',
  `https://city.example${':443'}@elsewhere.example/`,
  'https://city.example/\u202etxt.exe',
  'https://city\u200b.example/',
  'https://[not-an-address',
])('%j is no link', (text) => {
  expect(linksIn(text)).toEqual([])
})

it('joined, the parts are the text, whatever it has', () => {
  const pieces = ['https://a.example', ' ', '(', ')', '.', '\n', 'http://', '@', '[', '„', 'x']
  let seed = 7
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647)
  for (let round = 0; round < 500; round += 1) {
    const text = Array.from({ length: 12 }, () => pieces[next() % pieces.length]).join('')
    const joined = linkParts(text).map((part) => part.text)
    expect(joined.join('')).toBe(text)
    expect(joined).not.toContain('')
  }
})

import { expect, test } from 'vitest'
import { readXml } from './read-xml.ts'

test('[FI25] a list is its items with their texts, in their order, and the texts beside them', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
      <Name>tenders</Name>
      <Contents><Key>a</Key><Size>1</Size><Owner><ID>o</ID></Owner></Contents>
      <IsTruncated>true</IsTruncated>
      <Contents><Key>b&amp;c</Key><Size>2</Size></Contents>
      <CommonPrefixes><Prefix>d</Prefix></CommonPrefixes>
    </ListBucketResult>`
  expect(readXml(xml)).toEqual({
    root: 'ListBucketResult',
    texts: { Name: 'tenders', IsTruncated: 'true' },
    items: [
      { name: 'Contents', texts: { Key: 'a', Size: '1', Owner: '' } },
      { name: 'Contents', texts: { Key: 'b&c', Size: '2' } },
      { name: 'CommonPrefixes', texts: { Prefix: 'd' } },
    ],
  })
})

test('an answer without children has its root alone, and an empty child an empty text', () => {
  expect(readXml('<Error/>')).toEqual({ root: 'Error', texts: {}, items: [] })
  expect(readXml('<Error><Code/>text beside<Message>No &lt;b&gt;</Message></Error>')).toEqual({
    root: 'Error',
    texts: { Code: '', Message: 'No <b>' },
    items: [],
  })
})

test('texts deeper inside belong to no item', () => {
  expect(readXml('<A><B><C>c<D>d<E>e</E></D></C></B></A>')).toEqual({
    root: 'A',
    texts: {},
    items: [{ name: 'B', texts: { C: 'c' } }],
  })
})

test.each(['', 'Bad Gateway', '<html><br></html>', '<Error>', '<A/><B/>'])(
  'what is no XML document is refused: %j',
  (text) => {
    expect(() => readXml(text)).toThrow()
  },
)

test.each([
  '<!DOCTYPE A [<!ENTITY b "c">]><A><B>&b;</B></A>',
  '<!DOCTYPE A [<!ENTITY b SYSTEM "file:///etc/passwd">]><A><B>&b;</B></A>',
])('an entity of a document type is not expanded: %s', (xml) => {
  expect(() => readXml(xml)).toThrow('undefined entity')
})

import { SaxesParser } from 'saxes'

/** An answer of S3: the texts of the root's children, and its children that have children. */
export interface XmlAnswer {
  root: string
  texts: Readonly<Record<string, string>>
  items: readonly { name: string; texts: Readonly<Record<string, string>> }[]
}

/** Reads the outer levels of an XML document; texts further inside are left out. */
export const readXml = (xml: string): XmlAnswer => {
  const texts: Record<string, string> = {}
  const items: { name: string; texts: Record<string, string> }[] = []
  const open: { name: string; texts: Record<string, string>; text: string }[] = []
  let root = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => void open.push({ name, texts: {}, text: '' }))
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last !== undefined) last.text += text
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed === undefined) return
    if (open.length === 0) root = closed.name
    else if (open.length === 1 && Object.keys(closed.texts).length > 0)
      items.push({ name: closed.name, texts: closed.texts })
    else if (open.length === 1) texts[closed.name] = closed.text
    else if (open.length === 2 && open[1] !== undefined) open[1].texts[closed.name] = closed.text
  })
  parser.write(xml).close()
  return { root, texts, items }
}

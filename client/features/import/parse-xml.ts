import { SaxesParser } from 'saxes'

export type Attributes = Readonly<Record<string, string>>

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Attributes by their names without a prefix. */
const attributesOf = (attributes: object): Attributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [local(name), String(value)]),
  )

/**
 * Calls `onElement` at the end of each element with its name without a prefix, its attributes and the
 * text directly in it.
 * @throws Error if the text is not XML
 */
export const readElements = (
  xml: string,
  onElement: (name: string, attributes: Attributes, text: string) => void,
): void => {
  const open: { attributes: Attributes; text: string[] }[] = []
  const parser = new SaxesParser({ xmlns: false })
  parser.on('opentag', ({ attributes }) =>
    open.push({ attributes: attributesOf(attributes), text: [] }),
  )
  parser.on('text', (text) => open.at(-1)?.text.push(text))
  parser.on('closetag', ({ name }) => {
    const { attributes, text } = open.pop() ?? { attributes: {}, text: [] }
    onElement(local(name), attributes, text.join(''))
  })
  parser.write(xml).close()
}

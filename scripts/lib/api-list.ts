import { API } from '#schema/api/index.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'

export const LIST_BEGIN = '<!-- api-list: written by `npm run api-list` -->'
export const LIST_END = '<!-- /api-list -->'

const accessOf = ({ access }: Endpoint): string =>
  typeof access === 'string' ? access : access.permission
const lineOf = (endpoint: Endpoint): string => {
  const { method, path, summary, mutation } = endpoint
  return `| ${method} | \`/api${path}\` | ${accessOf(endpoint)} | ${summary}${mutation ? ` (\`${mutation}\`)` : ''} |`
}

/** Every call of the contract table, in its order, as a Markdown table. */
export const apiList = (): string => {
  const slices: [string, Record<string, Endpoint>][] = Object.entries(API)
  const lines = slices.flatMap(([, calls]) => Object.values(calls).map(lineOf))
  return ['| method | path | who | what (offline command) |', '|---|---|---|---|', ...lines].join(
    '\n',
  )
}

/** Replaces the list between the marks in the text with the current one. */
export const withApiList = (text: string): string => {
  const begin = text.indexOf(LIST_BEGIN)
  const end = text.indexOf(LIST_END)
  if (begin < 0 || end < begin) throw new Error('the marks of the API list are missing')
  return `${text.slice(0, begin + LIST_BEGIN.length)}\n${apiList()}\n${text.slice(end)}`
}

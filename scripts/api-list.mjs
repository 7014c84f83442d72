// `npm run api-list`: writes the API section of the README from the contract table.
import { readFileSync, writeFileSync } from 'node:fs'
import { withApiList } from './lib/api-list.ts'

const readme = new URL('../README.md', import.meta.url)
writeFileSync(readme, withApiList(readFileSync(readme, 'utf8')))

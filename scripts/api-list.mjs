// `npm run api-list`: writes the list in docs/api.md from the contract table.
import { readFileSync, writeFileSync } from 'node:fs'
import { withApiList } from './lib/api-list.ts'

const list = new URL('../docs/api.md', import.meta.url)
writeFileSync(list, withApiList(readFileSync(list, 'utf8')))

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../tests/support/project-root.ts'
import { billOfMaterials } from './lib/bill-of-materials.ts'

// `npm run sbom`: writes the list of packages in the product, for operators who watch advisories.
const bill = billOfMaterials(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'))
mkdirSync(join(projectRoot, 'dist'), { recursive: true })
writeFileSync(join(projectRoot, 'dist', 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
console.log(
  `dist/sbom.cdx.json: ${bill.components.length} packages, ${bill.components.filter(({ scope }) => scope === 'required').length} of them not for development alone`,
)

// `npm run build`: writes the client into dist/client, with the hash of its sources.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './lib/compress-files.mjs'
import { nodeBinary, root, run, sourceStamp, stampFile } from './lib/prepare.mjs'

const code = await run(nodeBinary(), ['node_modules/vite/bin/vite.js', 'build'], {
  env: { ...process.env, NODE_ENV: 'production' },
})
if (code === 0) {
  compressFiles(join(root, 'dist', 'client'))
  writeFileSync(stampFile, sourceStamp())
}
process.exitCode = code

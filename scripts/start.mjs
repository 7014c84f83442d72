// `npm start`: installs and builds where needed, then serves.
import { spawn } from 'node:child_process'
import { ensureBuilt, ensureInstalled, nodeBinary, root } from './lib/prepare.mjs'

await ensureInstalled()
await ensureBuilt()

const server = spawn(nodeBinary(), ['server/main.ts'], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.once('error', (error) => {
  console.error(error)
  process.exitCode = 1
})
server.once('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  clearInterval(orphanWatch)
})

// npm does not always pass a signal on: when npm is gone, the server must not stay behind and keep
// the port.
const parent = process.ppid
const orphanWatch = setInterval(() => {
  if (process.env.npm_lifecycle_event === 'start' && process.ppid !== parent) server.kill('SIGTERM')
}, 500)

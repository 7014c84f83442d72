// Preloaded into the server: on SIGUSR2 it collects garbage and reports what the process still
// holds.
import { subscribe } from 'node:diagnostics_channel'
import { openSync, readdirSync, writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
process.on('SIGUSR2', () => {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  const handles = readdirSync('/proc/self/fd').length
  const held = { heapBytes: heapUsed, heldBytes: heapUsed + external, handles }
  writeSync(1, `held ${JSON.stringify(held)}\n`)
})

// The planted fault that the test has to find: keeps a part of every request.
const kept: unknown[] = []
if (process.env['PLANTED_LEAK'] === '1') {
  subscribe('http.server.request.start', () => {
    kept.push(Array.from({ length: 100 }, (_, index) => ({ index })))
    if (kept.length % 50 === 0) openSync('/dev/null', 'r')
  })
}

// Loaded into the server before it starts: tells on SIGUSR2 what it holds after everything that can
// go has gone.
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

// The fault that the test has to find: something of every request stays.
const kept: unknown[] = []
if (process.env['PLANTED_LEAK'] === '1') {
  subscribe('http.server.request.start', () => {
    kept.push(Array.from({ length: 100 }, (_, index) => ({ index })))
    if (kept.length % 50 === 0) openSync('/dev/null', 'r')
  })
}

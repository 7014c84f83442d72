import '../../../server/main.ts'

/*
 * The real server, which tells on SIGUSR2 how long its main thread has been busy at a stretch since it was asked
 * last, and how long all its threads have been, in milliseconds of processor time: others on the machine do not
 * count.
 */
const EVERY_MS = 1
let most = 0
let before = process.threadCpuUsage()
let all = process.cpuUsage()
setInterval(() => {
  const now = process.threadCpuUsage()
  most = Math.max(most, (now.user + now.system - before.user - before.system) / 1_000)
  before = now
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage(all)
  process.stdout.write(`busy ${most.toFixed(1)} of ${((user + system) / 1_000).toFixed(0)}\n`)
  most = 0
  all = process.cpuUsage()
})

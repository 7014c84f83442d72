import '../../../server/main.ts'

/*
 * The real server. On SIGUSR2 it reports in ms the longest busy stretch of its main thread and the
 * processor time of all its threads since the last report; other processes on the machine do not
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

// `npm test`: everything that must hold, stage after stage, also when one fails; ends with one line "N passed, N failed".
// `npm test -- unit e2e` runs the named stages only.
import { spawn } from 'node:child_process'
import { ensureInstalled, nodeBinary, root } from './lib/prepare.mjs'
import { ensurePrograms, versions } from './lib/programs.mjs'
import { STAGES, together } from './lib/stages.mjs'

/** In a process group of its own, so that a stage that hangs is ended with all it has started. Resolves to whether it ended well. */
const runStage = (stage, stdio) => {
  const child = spawn(nodeBinary(), stage.args, {
    cwd: root,
    stdio,
    detached: true,
    env: { ...process.env, ...stage.env },
  })
  running.add(child)
  const timer = setTimeout(() => {
    console.log(
      `Stage "${stage.name}" took longer than ${stage.timeoutMs / 60_000} minutes and was ended.`,
    )
    endGroup(child)
  }, stage.timeoutMs)
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => output.push(piece))
  return new Promise((done) => {
    child.once('error', () => done({ ok: false, output }))
    child.once('exit', (code) => {
      clearTimeout(timer)
      running.delete(child)
      const end = () => done({ ok: code === 0, output })
      child.once('close', end)
      // Whatever it has left behind may hold its output open.
      setTimeout(end, LAST_WORDS_MS).unref()
    })
  })
}
const running = new Set()
const LAST_WORDS_MS = 2_000
const endGroup = (child) => {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of running) endGroup(child)
    process.exit(1)
  })
}

await ensureInstalled()
await ensurePrograms()
for (const { name, version } of await versions()) console.log(`${name.padEnd(10)} ${version}`)

const wanted = process.argv.slice(2)
const stages =
  wanted.length === 0
    ? STAGES
    : STAGES.filter(({ name }) => wanted.some((part) => name.startsWith(part)))
const summary = []
const tell = async (stage, stdio) => {
  const before = Date.now()
  const { ok, output } = await runStage(stage, stdio)
  const line = {
    name: stage.name,
    seconds: Math.round((Date.now() - before) / 1000),
    ...stage.count(ok),
  }
  if (stdio === 'inherit') return line
  console.log(`\n== ${stage.name}`)
  for (const piece of output) process.stdout.write(piece)
  return line
}
for (const group of together(stages)) {
  // What they say stays apart.
  if (group.length > 1)
    summary.push(
      ...(await Promise.all(group.map((stage) => tell(stage, ['ignore', 'pipe', 'pipe'])))),
    )
  for (const stage of group.length > 1 ? [] : group) {
    console.log(`\n== ${stage.name}`)
    summary.push(await tell(stage, 'inherit'))
  }
}

console.log('')
for (const { name, passed, failed, skipped, retried, seconds } of summary) {
  console.log(
    `${name.padEnd(20)} ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${retried ? `, ${retried} of the passed only at the second try` : ''} (${seconds} s)`,
  )
}
const total = (key) => summary.reduce((sum, stage) => sum + stage[key], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') > 0 || total('passed') === 0 ? 1 : 0

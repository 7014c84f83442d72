import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPrivate, PRIVATE_UMASK } from './private-folder.ts'

const IS_ROOT = process.getuid?.() === 0
const OTHER_USER = 65_534
let root: string
let dataDir: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tenderbook-private-'))
  dataDir = join(root, 'data')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})
const keep = (
  more: Partial<Parameters<typeof keepPrivate>[0]> & { isProduction: boolean },
): Promise<void> =>
  keepPrivate({
    dataDir,
    keysFile: join(dataDir, 'keys.json'),
    files: { kind: 'folder', dir: join(dataDir, 'files') },
    ...more,
  })
const folder = async (path: string, mode: number): Promise<string> => {
  await mkdir(path, { recursive: true })
  await chmod(path, mode)
  return path
}
const file = async (path: string, mode: number): Promise<string> => {
  await writeFile(path, 'x')
  await chmod(path, mode)
  return path
}
const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o7777).toString(8)
const modesIn = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path, { recursive: true })).map(
        async (name) => [name, await modeOf(join(path, name))] as const,
      ),
    ),
  )

it('[KF5] new files of the process are private to its user', () => {
  expect(PRIVATE_UMASK.toString(8)).toBe('77')
})

describe('[KF5] outside of production', () => {
  it('a folder that is not there is created for its user alone', async () => {
    dataDir = join(root, 'deep/data')
    await keep({ isProduction: false })
    expect(await modeOf(dataDir)).toBe('700')
  })

  it('the folder and all that is in it become private, with the rights of their user', async () => {
    await folder(dataDir, 0o755)
    await folder(join(dataDir, 'files/whole'), 0o770)
    await file(join(dataDir, 'files/whole/readable'), 0o444)
    await file(join(dataDir, 'files/program'), 0o701)
    await file(join(dataDir, 'keys.json'), 0o640)
    await file(join(dataDir, 'private'), 0o600)
    await chmod(join(dataDir, 'files'), 0o705)
    await keep({ isProduction: false })
    expect(await modeOf(dataDir)).toBe('700')
    expect(await modesIn(dataDir)).toEqual({
      files: '700',
      'files/whole': '700',
      'files/whole/readable': '400',
      'files/program': '700',
      'keys.json': '600',
      private: '600',
    })
  })

  it('a key file and files outside of the folder become private, and nothing beside them', async () => {
    await folder(dataDir, 0o700)
    const files = await folder(join(root, 'files'), 0o755)
    const keysFile = await file(join(root, 'keys.json'), 0o644)
    const beside = await file(join(root, 'beside'), 0o644)
    await keep({ isProduction: false, keysFile, files: { kind: 'folder', dir: files } })
    expect(await Promise.all([files, keysFile, beside].map(modeOf))).toEqual(['700', '600', '644'])
  })

  it('what a link names outside of the folder stays as it is', async () => {
    await folder(dataDir, 0o700)
    const outside = await folder(join(root, 'outside'), 0o755)
    const inside = await file(join(outside, 'file'), 0o644)
    await symlink(outside, join(dataDir, 'to-folder'))
    await symlink(inside, join(dataDir, 'to-file'))
    await file(join(dataDir, 'zlast'), 0o644)
    await keep({ isProduction: false })
    expect(await Promise.all([outside, inside].map(modeOf))).toEqual(['755', '644'])
    expect(await modeOf(join(dataDir, 'zlast'))).toBe('600')
  })

  it.runIf(IS_ROOT)('what another user owns in the folder stays as it is', async () => {
    await folder(dataDir, 0o700)
    const theirs = await folder(join(dataDir, 'theirs'), 0o755)
    await file(join(theirs, 'file'), 0o644)
    await file(join(dataDir, 'zlast'), 0o644)
    await chown(theirs, OTHER_USER, OTHER_USER)
    await keep({ isProduction: false })
    expect(await modesIn(dataDir)).toEqual({
      ...{ theirs: '755', 'theirs/file': '644', zlast: '600' },
    })
  })

  it.runIf(!IS_ROOT)('a file of another user that others can read prevents the start', async () => {
    await folder(dataDir, 0o700)
    await expect(keep({ isProduction: false, keysFile: '/etc/hosts' })).rejects.toThrow(
      'The key file /etc/hosts has mode 0644',
    )
  })
})

describe('[KF6] in production', () => {
  it.each([
    [0o750, '0700'],
    [0o705, '0700'],
    [0o501, '0500'],
  ])('a folder of mode %o prevents the start and is not changed', async (mode, own) => {
    await folder(dataDir, mode)
    const wide = await file(join(dataDir, 'wide'), 0o644)
    await expect(keep({ isProduction: true })).rejects.toThrow(
      `DATA_DIR ${dataDir} has mode 0${mode.toString(8)}: other users of this machine can reach ` +
        `what it holds. Run: chmod ${own} '${dataDir}'`,
    )
    expect([await modeOf(dataDir), await modeOf(wide)]).toEqual([mode.toString(8), '644'])
  })

  it('a key file, or a folder of files outside, that others can reach prevents the start', async () => {
    await folder(dataDir, 0o700)
    const files = await folder(join(root, 'files'), 0o711)
    const keysFile = await file(join(root, 'keys.json'), 0o604)
    await expect(keep({ isProduction: true, keysFile })).rejects.toThrow(
      `The key file ${keysFile} has mode 0604`,
    )
    await expect(
      keep({ isProduction: true, files: { kind: 'folder', dir: files } }),
    ).rejects.toThrow(`The folder of FILES_URL ${files} has mode 0711`)
    expect(await Promise.all([files, keysFile].map(modeOf))).toEqual(['711', '604'])
  })

  it('a folder of files inside of DATA_DIR becomes private with it, whatever its name', async () => {
    await folder(dataDir, 0o700)
    const dir = await folder(join(dataDir, '..files'), 0o755)
    await keep({ isProduction: true, files: { kind: 'folder', dir } })
    expect(await modesIn(dataDir)).toEqual({ '..files': '700' })
  })

  it('a private folder starts, and what is in it becomes private', async () => {
    await folder(dataDir, 0o700)
    await folder(join(dataDir, 'files'), 0o755)
    await file(join(dataDir, 'files/one'), 0o644)
    await keep({ isProduction: true })
    expect(await modesIn(dataDir)).toEqual({ files: '700', 'files/one': '600' })
    await keep({ isProduction: true, keysFile: await file(join(root, 'keys.json'), 0o400) })
  })
})

describe('a folder of the whole machine', () => {
  it('is refused and not changed, also through a link', async () => {
    const shared = await folder(join(root, 'shared'), 0o755)
    vi.stubEnv('TMPDIR', shared)
    dataDir = shared
    const problem = `DATA_DIR ${shared} belongs to the whole machine: name a folder of the server's own`
    await expect(keep({ isProduction: true })).rejects.toThrow(problem)
    dataDir = join(root, 'link')
    await symlink(shared, dataDir)
    await expect(keep({ isProduction: true })).rejects.toThrow(problem)
    vi.stubEnv('TMPDIR', dataDir)
    await expect(keep({ isProduction: true })).rejects.toThrow(problem)
    dataDir = shared
    await expect(keep({ isProduction: true })).rejects.toThrow(problem)
    dataDir = join(shared, 'own')
    await keep({ isProduction: true })
    expect([await modeOf(shared), await modeOf(dataDir)]).toEqual(['755', '700'])
  })
})

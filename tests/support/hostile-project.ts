import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { buildDefinition } from './project-rows.ts'
import { type ApiClient, signInApi } from './api-client.ts'

/** Texts that do harm in a page which treats them as anything but text. */
export const HOSTILE_TEXTS = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '</title></textarea></style><svg onload="window.hacked=1">',
  '"><iframe srcdoc="<script>parent.hacked=1</script>">',
  "'-(window.hacked=1)-'",
  '<a href="javascript:window.hacked=1">x</a>',
  '[x](javascript:window.hacked=1)',
  '<base href="https://elsewhere.example/">',
  '<meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
  '<form action="https://elsewhere.example/"><button>x</button></form>',
  '<math><mtext><style><img src=x onerror=window.hacked=1></style></mtext></math>',
  '<style>*{display:none}</style>',
  '{{constructor.constructor("window.hacked=1")()}}',
  '${window.hacked=1}<%= 1 %>',
  '{name} {0} {count, plural, one {x} other {y}}',
  '<0>x</0><1/>',
  '&lt;img src=x&gt; &#60;b&#62; &amp;amp;',
  '__proto__',
  'a\u202egnp.exe\u2066\u200b',
  '=cmd|"/C calc"!A0',
  'ﷺ'.repeat(20) + 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  '😀'.repeat(30),
] as const

export interface HostileProject {
  api: ApiClient
  projectId: string
  documentId: string
  packageId: string
}

/** Creates a project of the demo's owner with one package and one empty document. */
export const makeEmptyProject = async (url: string, name: string): Promise<HostileProject> => {
  const api = await signInApi(url, 'owner', DEMO_PASSWORD)
  const { id: projectId } = await api.call(API.projects.create, { body: { name } })
  const { id: packageId } = await api.call(API.packages.create, {
    body: { projectId, name: 'Package' },
  })
  const { id: documentId } = await api.call(API.documents.create, {
    body: { packageId, name: 'Document', prefix: 'HST' },
  })
  return { api, projectId, documentId, packageId }
}

/** Adds one requirement per hostile text, in a section with a hostile name. */
export const addHostileRequirements = async ({
  api,
  documentId,
}: HostileProject): Promise<void> => {
  const sections = HOSTILE_TEXTS.map((name, at) => ({ id: `hostile-section-${at}`, name }))
  const requirements = HOSTILE_TEXTS.map((name, at) => ({
    id: `hostile-${at}`,
    sectionId: `hostile-section-${at}`,
    name,
    definition: buildDefinition(),
  }))
  await api.call(API.requirements.createBulk, { body: { documentId, sections, requirements } })
}

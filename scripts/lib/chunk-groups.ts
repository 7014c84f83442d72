import { type Bundle, type Graph, readGraph } from './module-graph.ts'

const endsWith =
  (...ends: readonly string[]) =>
  (id: string): boolean =>
    ends.some((end) => id.replaceAll('\\', '/').endsWith(end))
const route = (name: string): string => `/client/routes/${name}.tsx?tsr-split=component`
const isRoute = (id: string): boolean =>
  /\/client\/routes\/.*\?tsr-split=component$/.test(id.replaceAll('\\', '/'))
/** The screens before the sign-in lie next to the folder of those after it. */
const isPublicRoute = (id: string): boolean =>
  /\/client\/routes\/[^/_][^/]*\?tsr-split=component$/.test(id.replaceAll('\\', '/'))
/** A module that at least this many pages need goes into the file shared by all pages. */
const COMMON = 6
/**
 * Excludes the engine that a page runs itself when there is no storage: it belongs to the worker,
 * and no page loads it first.
 */
const isOfPage = (id: string): boolean =>
  /\/client\/(?!worker\/|lib\/page-device).*\.tsx?(\?|$)/.test(id.replaceAll('\\', '/'))

/**
 * The build's files that more than one page loads; the first matching group wins. Without them the
 * bundler writes a file for each set of pages that share a module: a hundred files on a first load,
 * which compress worse and wait for one another.
 */
const groupsOf = (graph: Graph): Readonly<Record<string, (id: string) => boolean>> => {
  const { ids } = graph
  /**
   * A path that matches nothing fails the build: otherwise it would only make first loads larger.
   */
  const reach: Graph['reach'] = (choose) => {
    const found = graph.reach(choose)
    if (found.size === 0) throw new Error(`No module of the build is meant by ${String(choose)}`)
    return found
  }
  const worker = reach(endsWith('/client/worker/device.worker.ts'))
  const page = reach(isOfPage)
  const main = reach(endsWith('/client/main.tsx'))
  const signIn = reach(endsWith(route('login')))
  const shell = reach(endsWith(route('_app')))
  const [requestor, vendor] = [
    reach(endsWith('/requirements/document/requestor-document.tsx')),
    reach(endsWith('/requirements/document/vendor-document.tsx')),
  ]
  const document = reach(endsWith(route('_app/project.$id/documents.$documentId.index')))
  const publicPages = ids.filter(isPublicRoute).map((page) => reach((id) => id === page))
  // The screens about people share many modules and are visited seldom, so modules used only there
  // stay out of the file shared by all pages.
  const isOfPeople = (id: string): boolean =>
    /\/routes\/_app\/(organization\.|administration\.|settings\.|profile\.|vendor\.dashboard\.(collaborators|personal|account|notices|2fa)\.)/.test(
      id.replaceAll('\\', '/'),
    )
  // The same holds for screens with comments, whose parts other pages open on demand.
  const isOfComments = (id: string): boolean =>
    /\/routes\/_app\/project\.\$id\/(questions-and-answers\.|pain-points|discussions)/.test(
      id.replaceAll('\\', '/'),
    )
  const pages = ids
    .filter(
      (id) =>
        isRoute(id) &&
        !isPublicRoute(id) &&
        !endsWith(route('_app'))(id) &&
        !isOfPeople(id) &&
        !isOfComments(id),
    )
    .map((page) => reach((id) => id === page))
  const isOfDocument = (id: string): boolean =>
    document.has(id) || requestor.has(id) || vendor.has(id)
  // Pages that are neither a document nor a long list.
  const others = pages.filter(
    (page) =>
      ![...page].some(
        endsWith(
          '/react-virtual/dist/esm/index.js',
          route('_app/project.$id/documents.$documentId.index'),
        ),
      ),
  )
  const accountPages = ids
    .filter(
      (id) => isRoute(id) && /\/routes\/_app\/settings\.\w+\.tsx/.test(id.replaceAll('\\', '/')),
    )
    .map((page) => reach((id) => id === page))
  const usesOf = (id: string): number =>
    pages.filter((page) => page.has(id)).length + (requestor.has(id) || vendor.has(id) ? 1 : 0)
  const floating = reach(
    endsWith(
      '/ui/floating/menu-list.tsx',
      '/ui/floating/popover-panel.tsx',
      '/ui/feedback/reason-tip.tsx',
    ),
  )
  const dialog = reach((id) =>
    /\/@mantine\/core\/esm\/components\/(Modal|Drawer)\/\w+\.mjs$/.test(id),
  )
  // Pages without popups; they share only small parts with menus and dialogs.
  const plain = pages.filter(
    (page) => ![...page].some(endsWith('/Popover/Popover.mjs', '/ModalBase/ModalBase.mjs')),
  )
  const isSmall = (id: string): boolean =>
    (floating.has(id) || dialog.has(id)) && plain.some((page) => page.has(id))
  return {
    // Modules that page and worker share; React must not come into the worker.
    store: (id) => worker.has(id) && main.has(id),
    rules: (id) => worker.has(id) && page.has(id),
    start: (id) =>
      main.has(id) ||
      (signIn.has(id) && (shell.has(id) || floating.has(id) || dialog.has(id) || usesOf(id) > 0)),
    shell: (id) => shell.has(id),
    pages: (id) =>
      usesOf(id) >= COMMON ||
      isSmall(id) ||
      (isOfDocument(id) && others.some((page) => page.has(id))),
    lists: (id) => isOfDocument(id) && usesOf(id) > 1,
    document: (id) => document.has(id) || (requestor.has(id) && vendor.has(id)),
    scroll: (id) => dialog.has(id) && id.includes('/ScrollArea/'),
    overlay: (id) => floating.has(id) && dialog.has(id),
    floating: (id) => floating.has(id),
    dialog: (id) => dialog.has(id),
    // The pages of the own account share many small modules. Fewer files compress better.
    account: (id) =>
      !/\/node_modules\/|\0/.test(id) &&
      !signIn.has(id) &&
      accountPages.filter((page) => page.has(id)).length > 1,
    // For registration and forgotten passwords; not loaded by people who just sign in.
    entry: (id) => publicPages.filter((page) => page.has(id)).length > 1 && !signIn.has(id),
    welcome: (id) => publicPages.filter((page) => page.has(id)).length > 1,
  }
}

/** A plugin that reads the module graph, and the groups for the bundler's `codeSplitting`. */
export const chunkGroups = () => {
  const nameOf = new Map<string, string>()
  const plugin = {
    name: 'tenderbook:chunk-groups',
    apply: 'build' as const,
    buildEnd(this: Bundle) {
      const graph = readGraph(this)
      const groups = Object.entries(groupsOf(graph))
      nameOf.clear()
      for (const id of graph.ids) {
        const group = groups.find(([, holds]) => holds(id))
        if (group) nameOf.set(id, group[0])
      }
    },
  }
  const names = [
    'store',
    'rules',
    'start',
    'shell',
    'pages',
    'lists',
    'document',
    'scroll',
    'overlay',
    'floating',
    'dialog',
    'account',
    'entry',
    'welcome',
  ]
  return {
    plugin,
    groups: names.map((name, index) => ({
      name,
      test: (id: string) => nameOf.get(id) === name,
      priority: names.length - index,
    })),
  }
}

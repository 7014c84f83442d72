import { showVendorView } from './vendor-view.ts'

/**
 * Shows the project as a vendor would see it.
 * @param packageIds the packages that the vendor may see; null = all
 */
export const enterVendorView = async (
  projectId: string,
  packageIds: readonly string[] | null,
): Promise<void> => {
  const { openVendorView } = await import('./vendor-view-project.ts')
  showVendorView(openVendorView(projectId, packageIds))
}

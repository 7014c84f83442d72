import { toast } from '../../../ui/feedback/toast.tsx'

/** Loads the export only when a person wants a file. */
export const exportReqifOf =
  (projectId: string) =>
  (name: string, packageId?: string): void => {
    const place = packageId === undefined ? { projectId, name } : { projectId, name, packageId }
    import('../../../features/export/save-reqif.ts').then(
      ({ saveReqif }) => void saveReqif(place),
      (error: unknown) => toast.error(error),
    )
  }

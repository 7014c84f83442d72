import * as v from 'valibot'
import { TableView } from '../../entities/table-view.ts'
import { Done, IdInPath, RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const { name, isShared, content } = TableView.entries
const View = v.strictObject({ id: RowId, viewId: RowId })

/** Saved views of a document's table. The page of a document loads only these of its calls. */
export const documentViews = endpoints({
  views: {
    method: 'GET',
    path: '/projects-service/documents/{id}/views',
    access: 'user',
    summary:
      "Saved views of the document's table: the caller's own, and those shared on the caller's side",
    params: IdInPath,
    reply: v.array(TableView),
    errors: ['NOT_FOUND'],
  },
  saveView: {
    method: 'PUT',
    path: '/projects-service/documents/{id}/views/{viewId}',
    access: 'user',
    summary: "Save a view for the caller, or for all people of the caller's side",
    params: View,
    body: v.strictObject({ name, isShared, content }),
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'VIEWS_FULL'],
  },
  deleteView: {
    method: 'DELETE',
    path: '/projects-service/documents/{id}/views/{viewId}',
    access: 'user',
    summary: 'Delete a view of the caller, or a shared one if the caller may share',
    params: View,
    reply: Done,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
})

import { useCommentsPart } from '../../features/comments/index.ts';
import { useExportPart } from '../../features/exports/index.ts';
import { useEditParts } from '../../features/report-access/index.ts';
import { useSharePart, useViewsPart } from '../../features/report-views/index.ts';
import type { ViewerContext, ViewerPart } from './viewer-parts.ts';

/** The parts that other features add to the viewer, in order: each is a hook of its feature, called here. */
export function useViewerParts(context: ViewerContext): readonly ViewerPart[] {
  const edits = useEditParts(context);
  const views = useViewsPart(context);
  const exports = useExportPart(context);
  const share = useSharePart(context);
  const comments = useCommentsPart(context);
  // A report being edited or tested as another user gets no saved views, exports, shares or comments of the current user.
  if (context.editing.on || context.testing) return edits;
  return [...edits, views, exports, share, comments];
}

import { useCommentsPart } from '../features/comments/index.ts';
import { useExportPart } from '../features/exports/index.ts';
import { useEditParts } from '../features/report-access/index.ts';
import { useSharePart, useViewsPart } from '../features/views/index.ts';
import type { ViewerContext, ViewerPart } from './viewer-parts.ts';

/** The parts that other features bring into the viewer, in their order: each is a hook of its feature, called here. */
export function useViewerParts(context: ViewerContext): readonly ViewerPart[] {
  const edits = useEditParts(context);
  const views = useViewsPart(context);
  const exports = useExportPart(context);
  const share = useSharePart(context);
  const comments = useCommentsPart(context);
  // A report that is edited is its author's, one that is tried is somebody else's: neither has views, files, shares or comments of one's own.
  if (context.editing.on || context.testing) return edits;
  return [...edits, views, exports, share, comments];
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ViewerEditing } from '../../../app/parts/viewer-parts.ts';
import { hearSaved, nextSaved } from '../layer/frame-events.ts';
import { askFrame, drive, layerState, setRights, useReportState } from '../layer/report-layer-store.ts';
import { embedQuery } from '../queries.ts';

/** Editing the open report in place: another token, the service's own toolbar, and its save events. */
export function useEditing(reportId: string): ViewerEditing {
  const client = useQueryClient();
  const on = useReportState(reportId)?.rights === 'edit';
  // Leaving the viewer ends editing too: the parked frame must not keep an edit token.
  useEffect(() => () => setRights('view'), []);
  return useMemo(
    () => ({
      on,
      start: () => setRights('edit'),
      stop: () => {
        client.removeQueries({ queryKey: embedQuery(reportId, 'edit').queryKey });
        setRights('view');
      },
      unsaved: async () => layerState().rights === 'edit' && ((await askFrame('unsaved')) ?? false),
      hear: (listener: (copyId: string | null) => void) =>
        hearSaved(({ saveAs, reportObjectId }) => listener(saveAs ? (reportObjectId ?? null) : null)),
      save: async () => {
        const answer = nextSaved();
        return (await drive('save')) && (await answer) !== null;
      },
      saveAs: async (name: string) => {
        const answer = nextSaved();
        return (await drive('saveAs', name)) ? ((await answer)?.reportObjectId ?? null) : null;
      },
    }),
    [on, client, reportId],
  );
}

/** For reports that the service cannot edit. */
export const nothingToEdit: ViewerEditing = {
  on: false,
  start: () => {},
  stop: () => {},
  unsaved: async () => false,
  hear: () => () => {},
  save: async () => false,
  saveAs: async () => null,
};

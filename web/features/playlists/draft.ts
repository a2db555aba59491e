import { pick } from '../../../domain/fields/fields.ts';
import type { OnePlaylist, PickableReport } from '../../../domain/playlists/contract.ts';
import { type PlaylistSettings, settingNames, usualSettings } from '../../../domain/playlists/fields.ts';
import { seconds } from '../../../domain/playlists/limits.ts';
import type { Window } from '../../../domain/playlists/windows.ts';
import type { CallInput } from '../../app/data/api.ts';

export type DraftItem = {
  key: string;
  report: PickableReport;
  page: string | null;
  viewId: string | null;
  state: string | null;
  seconds: number;
  windows: Window[];
  onOpen: 'none' | 'refresh';
  skipped: OnePlaylist['list'][number]['skipped'];
};
export type Subject = { id: string; name: string };
export type Draft = PlaylistSettings & { name: string; items: DraftItem[]; people: Subject[]; groups: Subject[] };

export const emptyDraft: Draft = { name: '', ...usualSettings, items: [], people: [], groups: [] };

export const toDraft = (playlist: OnePlaylist): Draft => ({
  name: playlist.name,
  ...pick(playlist, settingNames),
  items: playlist.list.map(({ id, report, page, viewId, state, seconds: dwell, windows, onOpen, skipped }) => ({
    ...{ key: id, report, page, viewId, state, seconds: dwell, windows, onOpen, skipped },
  })),
  people: playlist.people.map(({ id, name }) => ({ id, name })),
  groups: playlist.groups,
});

let made = 0;
export const newItem = (report: PickableReport): DraftItem => {
  made += 1;
  return {
    key: `new-${made}`,
    report,
    page: null,
    viewId: null,
    state: null,
    seconds: seconds.usual,
    windows: [],
    onOpen: 'none',
    skipped: null,
  };
};

/** The draft in the API's format. */
export function toPlaylistFields(draft: Draft): CallInput<'POST /api/auth/playlists'> {
  const { items, people, groups, ...fields } = draft;
  return {
    ...fields,
    items: items.map(({ report, page, viewId, state, seconds: dwell, windows, onOpen }) => ({
      ...{ reportId: report.id, page, viewId, state: viewId ? null : state, seconds: dwell, windows, onOpen },
    })),
    people: people.map(({ id }) => id),
    groups: groups.map(({ id }) => id),
  };
}

export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(toPlaylistFields(a)) === JSON.stringify(toPlaylistFields(b));

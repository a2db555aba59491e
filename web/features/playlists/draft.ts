import type { OnePlaylist, PickableReport } from '../../../domain/playlists/contract.ts';
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
type Options = Pick<
  OnePlaylist,
  'transition' | 'loop' | 'shuffle' | 'showTitle' | 'showClock' | 'showProgress' | 'keepsCapacity' | 'language' | 'theme'
>;
export type Draft = Options & { name: string; description: string; items: DraftItem[]; people: Subject[]; groups: Subject[] };

export const emptyDraft: Draft = {
  ...{ name: '', description: '', transition: 'fade', loop: true, shuffle: false, showTitle: true, showClock: true, showProgress: true },
  ...{ keepsCapacity: false, language: null, theme: 'report', items: [], people: [], groups: [] },
};

export const draftOf = (playlist: OnePlaylist): Draft => {
  const { name, description, transition, loop, shuffle, showTitle, showClock, showProgress, keepsCapacity, language, theme } = playlist;
  return {
    ...{ name, description, transition, loop, shuffle, showTitle, showClock, showProgress, keepsCapacity, language, theme },
    items: playlist.list.map(({ id, report, page, viewId, state, seconds: dwell, windows, onOpen, skipped }) => ({
      ...{ key: id, report, page, viewId, state, seconds: dwell, windows, onOpen, skipped },
    })),
    people: playlist.people.map(({ id, name: person }) => ({ id, name: person })),
    groups: playlist.groups,
  };
};

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
export function wireOf(draft: Draft): CallInput<'POST /api/auth/playlists'> {
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

export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(wireOf(a)) === JSON.stringify(wireOf(b));

/** The list with one item moved to another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  const [thing] = next.splice(from, 1);
  if (thing !== undefined && to >= 0 && to <= next.length) next.splice(to, 0, thing);
  return thing === undefined || to < 0 || to > list.length - 1 ? [...list] : next;
}

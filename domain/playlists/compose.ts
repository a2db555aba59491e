import type { Refusal } from '../errors/refusal.ts';
import type { PlaylistEdit } from './contract.ts';

/** What exists of the things that a playlist names and its author may use: reports they see, and their own or shared views. */
export type Found = { reports: ReadonlySet<string>; views: ReadonlySet<string>; people: number; groups: number };

/** The stored playlist; `onDisplay` says that it plays on a display, so that only administrators may change it. */
export type StoredPlaylist = {
  version: number;
  name: string;
  people: number;
  groups: number;
  onDisplay: boolean;
  items: readonly { reportId: string; viewId: string | null; seconds: number }[];
};

/** What the audit log keeps: the texts and numbers, not the states of views. */
export type PlaylistFacts = { name: string; items: number; shares?: number; seconds?: number; people?: number; groups?: number };

type Asked = Pick<PlaylistEdit, 'name' | 'items' | 'people' | 'groups'>;

/** Missing and foreign look the same. An item that is already in the playlist may stay even if its author no longer sees its report. */
function refuseContents(asked: Asked, found: Found, kept: StoredPlaylist['items']): Refusal | null {
  const reports = new Set(kept.map((item) => item.reportId));
  const views = new Set(kept.map((item) => item.viewId));
  const fits = (asked.items ?? []).every(
    ({ reportId, viewId }) =>
      (found.reports.has(reportId) || reports.has(reportId)) && (viewId === null || found.views.has(viewId) || views.has(viewId)),
  );
  if (!fits) return { refused: 'not_found', field: 'items' };
  if (found.people !== new Set(asked.people).size) return { refused: 'not_found', field: 'people' };
  if (found.groups !== new Set(asked.groups).size) return { refused: 'not_found', field: 'groups' };
  return null;
}

type Contents = Pick<StoredPlaylist, 'people' | 'groups'> & { items: readonly { seconds: number }[] };
const empty: Contents = { items: [], people: 0, groups: 0 };
/** What is omitted stays as it is. */
const getFacts = ({ name, items, people, groups }: Asked, stored: Contents = empty): PlaylistFacts => ({
  ...{ name, items: (items ?? stored.items).length, people: people?.length ?? stored.people, groups: groups?.length ?? stored.groups },
  seconds: (items ?? stored.items).reduce((sum, item) => sum + item.seconds, 0),
});

export const decideAdd = (asked: Asked, found: Found): { change: { after: PlaylistFacts } } | Refusal =>
  refuseContents(asked, found, []) ?? { change: { after: getFacts(asked) } };

export type EditPlan = { version: number; change: { before: PlaylistFacts; after: PlaylistFacts } };

/** Only administrators change what a display shows: it plays under the identity they pinned. */
export function decideEdit(
  asked: Asked & { version: number },
  stored: StoredPlaylist | undefined,
  found: Found,
  isAdministrator: boolean,
): EditPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  if (stored.onDisplay && !isAdministrator) return { refused: 'playlist_on_display' };
  const refusal = refuseContents(asked, found, stored.items);
  if (refusal) return refusal;
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const before = { name: stored.name, items: stored.items.length, shares: stored.people + stored.groups };
  return { version: stored.version + 1, change: { before, after: getFacts(asked, stored) } };
}

export const noticeStates = ['planned', 'shown', 'over', 'withdrawn'] as const;
export type NoticeState = (typeof noticeStates)[number];
export const noticeViews = ['current', 'past', 'withdrawn'] as const;
/** Who answered a notice and how, or still has to acknowledge it. */
export const readerViews = ['acknowledged', 'dismissed', 'missing'] as const;
export type ReaderView = (typeof readerViews)[number];
export const noticeSorts = ['starts', 'ends', 'title'] as const;

export type NoticeTimes = { startsAt: number; endsAt: number | null; withdrawnAt: number | null };

/** The state of a notice at `now` (milliseconds). It is shown from its start, in that very second, until its end, then no more. */
export function stateOfNotice({ startsAt, endsAt, withdrawnAt }: NoticeTimes, now: number): NoticeState {
  if (withdrawnAt !== null) return 'withdrawn';
  if (endsAt !== null && now >= endsAt) return 'over';
  return now >= startsAt ? 'shown' : 'planned';
}

/** What is possible in each state; the server and the list read the same table. Any notice can be deleted. */
export const isOpen = (state: NoticeState): boolean => state === 'planned' || state === 'shown';

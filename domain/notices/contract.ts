import * as z from 'zod/mini';
import { ownAndPartner, type SessionKind, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, givenInstant, id, instant, nothing, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import type { RichText } from '../rich-text/tree.ts';
import { languages } from '../session/languages.ts';
import { type NoticeField, severities } from './fields.ts';
import { shownNotice } from './shown.ts';
import { noticeSorts, noticeStates, noticeViews, readerViews } from './state.ts';
import { noticeAudience, untimedNotice } from './untimed.ts';

// Notices on the sign-in page and on home (Spec 1, 2).
const body = z.custom<RichText>();
const shownTexts = z.partialRecord(z.enum(languages), z.object({ title: z.string(), body }));
const noticeRow = z.object({
  ...{ id: z.string(), title: z.string(), body, texts: shownTexts, severity: z.enum(severities) },
  ...{ state: z.enum(noticeStates), startsAt: instant, endsAt: z.nullable(instant), withdrawnAt: z.nullable(instant) },
  ...{ atLogin: flag, audience: noticeAudience, audienceBelow: flag, dismissible: flag, mustAcknowledge: flag },
  /** The names of the groups of the audience that still exist. */
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  addedBy: z.nullable(z.string()),
  acknowledged: z.number(),
  dismissed: z.number(),
  version: z.number(),
});
export type NoticeRow = z.infer<typeof noticeRow>;

/** A notice of a tenant above, in the reader's language. */
const noticeAbove = z.object({
  ...{ id: z.string(), source: z.string(), title: z.string(), body, severity: z.enum(severities) },
  ...{ startsAt: instant, endsAt: z.nullable(instant), atLogin: flag, dismissible: flag, mustAcknowledge: flag },
});
export type NoticeAbove = z.infer<typeof noticeAbove>;

const managed = { needs: 'notices.manage', screens: ['notifications'] } as const;

const noticeFilters = { view: z._default(z.enum(noticeViews), 'current') };

export const listNotices = endpoint({
  ...managed,
  method: 'GET',
  path: '/api/auth/notices',
  kinds: visits,
  summary: 'Lists the unit’s notices, and those that the layers above show here now.',
  input: z.strictObject({ ...listInput(noticeSorts), ...noticeFilters }),
  output: z.object({
    ...page(noticeRow).shape,
    counts: z.object({ current: z.number(), past: z.number(), withdrawn: z.number() }),
    above: z.array(noticeAbove),
  }),
});

export const exportNotices = endpoint({
  ...managed,
  method: 'GET',
  path: '/api/auth/notices/export',
  kinds: visits,
  summary: 'Exports the unit’s own notices of the same list as text rows.',
  input: z.strictObject({ search: listInput(noticeSorts).search, sort: listInput(noticeSorts).sort, ...noticeFilters, ...filePart }),
  output: tableFile,
});

export const readNotice = endpoint({
  ...managed,
  method: 'GET',
  path: '/api/auth/notices/{id}',
  kinds: visits,
  summary: 'Returns one of the unit’s notices.',
  input: z.strictObject({ id }),
  output: noticeRow,
  errors: ['not_found'],
});

const fields = { ...untimedNotice, endsAt: z._default(z.nullable(givenInstant), null) } satisfies Record<
  Exclude<NoticeField, 'startsAt'>,
  unknown
>;

export const addNotice = endpoint({
  ...managed,
  method: 'POST',
  path: '/api/auth/notices',
  kinds: ownAndPartner,
  summary: 'Posts a notice; without a start it is shown at once, without an end until it is withdrawn.',
  input: z.strictObject({ startsAt: z._default(z.nullable(givenInstant), null), ...fields }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'notice_times', 'notice_limit'],
});
export type NewNotice = z.output<typeof addNotice.input>;

export const editNotice = endpoint({
  ...managed,
  method: 'PUT',
  path: '/api/auth/notices/{id}',
  kinds: ownAndPartner,
  summary: 'Updates a notice that is planned or shown; the start of a shown one stays.',
  input: z.strictObject({ id, version, startsAt: z.optional(givenInstant), ...changed(fields) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'notice_times', 'notice_over', 'changed_meanwhile'],
});
export type NoticeEdit = z.output<typeof editNotice.input>;

export const deleteNotice = endpoint({
  ...managed,
  method: 'DELETE',
  path: '/api/auth/notices/{id}',
  kinds: ownAndPartner,
  summary: 'Deletes a notice, with the list of who dismissed or acknowledged it.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const withdrawNotice = endpoint({
  ...managed,
  method: 'POST',
  path: '/api/auth/notices/{id}/withdraw',
  kinds: ownAndPartner,
  summary: 'Withdraws a notice that is planned or shown; it stays in the list.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found', 'notice_over'],
});

const readerSorts = ['name', 'unit', 'at'] as const;
const readerRow = z.object({
  ...{ id: z.string(), name: z.string(), email: z.string(), unit: z.string() },
  /** When they answered; null while they haven't. */
  at: z.nullable(instant),
});
export type ReaderRow = z.infer<typeof readerRow>;
const readerFilters = { id, view: z._default(z.enum(readerViews), 'acknowledged') };

export const listReaders = endpoint({
  ...managed,
  method: 'GET',
  path: '/api/auth/notices/{id}/readers',
  kinds: visits,
  summary:
    'Lists who acknowledged or dismissed a notice or still has to acknowledge it, in the units below too; searches by name, address, unit.',
  input: z.strictObject({ ...listInput(readerSorts), ...readerFilters }),
  output: z.object({
    ...page(readerRow).shape,
    counts: z.object({ acknowledged: z.number(), dismissed: z.number(), missing: z.number() }),
    /** How many people of the unit itself the notice is for. */
    addressed: z.number(),
  }),
  errors: ['not_found'],
});

export const exportReaders = endpoint({
  ...managed,
  method: 'GET',
  path: '/api/auth/notices/{id}/readers/export',
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({
    search: listInput(readerSorts).search,
    sort: listInput(readerSorts).sort,
    ...readerFilters,
    ...filePart,
  }),
  output: tableFile,
  errors: ['not_found'],
});

/** Not hidden with the inbox: what must be acknowledged reaches everyone. */
export const ownNotices = endpoint({
  method: 'GET',
  path: '/api/auth/own-notices',
  needs: 'notifications.read',
  kinds: visits,
  summary: 'Returns the notices that the caller sees after sign-in, with what the caller did with them.',
  input: nothing,
  output: z.object({ items: z.array(shownNotice) }),
});

// Only the person: a visitor answers for no one.
const own: readonly SessionKind[] = ['own'];

export const dismissNotice = endpoint({
  method: 'POST',
  path: '/api/auth/notices/{id}/dismiss',
  needs: 'notifications.read',
  kinds: own,
  summary: 'Hides a notice for the caller, where it can be dismissed.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

export const acknowledgeNotice = endpoint({
  method: 'POST',
  path: '/api/auth/notices/{id}/acknowledge',
  needs: 'notifications.read',
  kinds: own,
  summary: 'Records that the caller has read a notice that must be acknowledged.',
  input: z.strictObject({ id }),
  output: done,
  errors: ['not_found'],
});

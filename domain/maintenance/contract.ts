import * as z from 'zod/mini';
import { viewing, visits } from '../access/session-kinds.ts';
import { endpoint } from '../contract/endpoint.ts';
import { changed, done, flag, givenInstant, id, instant, nameText, optionalText, version, whole } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import { languages } from '../session/languages.ts';
import type { WindowField } from './fields.ts';
import { maxAnnounceHours, maxCounted, maxPlanned, windowSorts, windowStates, windowTargets, windowViews } from './window.ts';

// Maintenance and scheduled maintenance (Spec 1, 2; BEHAVIOUR 7).

const words = z.strictObject({ title: nameText(120), text: optionalText(600) });
/** The same text in other languages; a missing language falls back to title and text together. */
const windowTexts = z.partialRecord(z.enum(languages), words);
export type WindowTexts = z.infer<typeof windowTexts>;

const windowRow = z.object({
  id: z.string(),
  target: z.enum(windowTargets),
  targetId: z.nullable(z.string()),
  targetName: z.nullable(z.string()),
  title: z.string(),
  text: z.string(),
  texts: windowTexts,
  startsAt: instant,
  endsAt: instant,
  state: z.enum(windowStates),
  blocks: flag,
  exceptAdmin: flag,
  announceHours: z.number(),
  loginNotice: flag,
  /** Pauses the capacities that the unit controls and whose reports all lie under it. */
  pausesCapacity: flag,
  addedBy: z.nullable(z.string()),
  reports: z.number(),
  version: z.number(),
});
export type WindowRow = z.infer<typeof windowRow>;

const windowFilters = { view: z._default(z.enum(windowViews), 'current'), report: z.optional(id) };

export const listWindows = endpoint({
  method: 'GET',
  path: '/api/auth/maintenance',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Lists maintenance windows: planned, running, finished and cancelled.',
  input: z.strictObject({
    ...listInput(windowSorts),
    ...windowFilters,
  }),
  output: z.object({ ...page(windowRow).shape, counts: z.object({ current: z.number(), past: z.number(), cancelled: z.number() }) }),
});

export const exportWindows = endpoint({
  method: 'GET',
  path: '/api/auth/maintenance/export',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Exports the same list as text rows.',
  input: z.strictObject({ search: listInput(windowSorts).search, sort: listInput(windowSorts).sort, ...windowFilters, ...filePart }),
  output: tableFile,
});

export const readWindow = endpoint({
  method: 'GET',
  path: '/api/auth/maintenance/{id}',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Returns one maintenance window.',
  input: z.strictObject({ id }),
  output: windowRow,
  errors: ['not_found'],
});

const fields = {
  title: nameText(120),
  text: optionalText(600),
  texts: z._default(windowTexts, {}),
  endsAt: givenInstant,
  blocks: z._default(flag, 'S'),
  exceptAdmin: z._default(flag, 'S'),
  announceHours: z._default(whole(0, maxAnnounceHours), 24),
  loginNotice: z._default(flag, 'N'),
  pausesCapacity: z._default(flag, 'N'),
} satisfies Record<Exclude<WindowField, 'startsAt'>, unknown>;

export const addWindow = endpoint({
  method: 'POST',
  path: '/api/auth/maintenance',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary:
    'Plans a maintenance window for one or more targets of a kind; without a start it opens now. An end is required, at most 72 hours after the start.',
  input: z.strictObject({
    target: z.enum(windowTargets),
    targetIds: z._default(z.array(id).check(z.maxLength(maxPlanned, 'too_long')), []),
    startsAt: z._default(z.nullable(givenInstant), null),
    ...fields,
  }),
  output: z.object({ ids: z.array(z.string()), people: z.number() }),
  errors: ['not_found', 'window_times'],
});

export type NewWindow = z.output<typeof addWindow.input>;

export const previewWindow = endpoint({
  method: 'POST',
  path: '/api/auth/maintenance/preview',
  needs: 'maintenance.manage',
  kinds: visits,
  reads: true,
  screens: ['management/report'],
  summary: 'Counts the users a window with these targets would affect, without the caller.',
  maxBytes: maxCounted * 40 + 1_000,
  input: z.strictObject({
    target: z.enum(windowTargets),
    targetIds: z._default(z.array(id).check(z.maxLength(maxCounted, 'too_long')), []),
  }),
  output: z.object({ people: z.number() }),
});

export const editWindow = endpoint({
  method: 'PUT',
  path: '/api/auth/maintenance/{id}',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Updates a window that hasn’t started; in a running one only the texts and the end can change.',
  input: z.strictObject({ id, version, startsAt: givenInstant, ...changed(fields) }),
  output: z.object({ id: z.string(), version: z.number() }),
  errors: ['not_found', 'window_times', 'window_over', 'changed_meanwhile'],
});

export type WindowEdit = z.output<typeof editWindow.input>;

export const changeWindow = endpoint({
  method: 'POST',
  path: '/api/auth/maintenance/{id}/{action}',
  needs: 'maintenance.manage',
  kinds: visits,
  screens: ['management/report'],
  summary: 'Cancels a planned window, starts it now, or ends a running one.',
  input: z.strictObject({ id, action: z.enum(['cancel', 'start', 'end']) }),
  output: done,
  errors: ['not_found', 'window_over'],
});

export const waitForWindow = endpoint({
  method: 'POST',
  path: '/api/auth/reports/{id}/maintenance/wait',
  needs: 'reports.view',
  kinds: viewing,
  summary: 'Subscribes the caller to a notification when the maintenance window of this report ends.',
  input: z.strictObject({ id }),
  output: z.object({ until: z.nullable(instant) }),
  errors: ['not_found'],
});

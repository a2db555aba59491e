import { type NotificationKind, notificationKinds } from './kinds.ts';

/** What notifications are about, to filter an inbox and to group the mail preferences. */
export const families = ['messages', 'reports', 'catalogs', 'comments', 'exports', 'maintenance', 'remote', 'administration'] as const;
export type Family = (typeof families)[number];

const byPrefix: readonly (readonly [string, Family])[] = [
  ['announcement', 'messages'],
  ['catalog_', 'catalogs'],
  ['maintenance_', 'maintenance'],
  ['report_', 'reports'],
  ['view_', 'reports'],
  ['comment_', 'comments'],
  ['export_', 'exports'],
  ['remote_', 'remote'],
  ['partner_', 'remote'],
];

export const getFamily = (kind: NotificationKind): Family => byPrefix.find(([prefix]) => kind.startsWith(prefix))?.[1] ?? 'administration';
export const getKinds = (family: Family): NotificationKind[] =>
  // Because Object.keys loses the literal type.
  (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => getFamily(kind) === family);

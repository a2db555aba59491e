import { concernsAccount, mailedByDefault, type NotificationKind, notificationKinds } from './kinds.ts';

/** Mail that a user asked for, or that one user sends another on purpose: the unit's send_email_notification doesn't hold it back. */
const onPurpose: readonly NotificationKind[] = ['export_mailed', 'report_shared'];
/** Requested mail has no preference. */
const unasked: readonly NotificationKind[] = ['export_mailed'];
/** Kinds that only administrators receive. */
const ofAdministration: readonly NotificationKind[] = [
  'catalog_requested',
  'catalog_reminder',
  'catalog_cancelled',
  'account_secret_ending',
  'capacity_budget',
  'capacity_wakes',
  'mail_server_failing',
  'people_ending',
  'people_limit',
  'directory_refused',
  'device_paired',
  'device_ending',
  'playlist_skips',
  'task_missed',
  'task_suspended',
  'task_ending',
  'opening_asked',
  'opening_wanted',
  'report_problem',
  'help_asked',
  'addresses_undone',
];

export type MailPreferences = Partial<Record<NotificationKind, boolean>>;

const allKinds = Object.keys(notificationKinds) as NotificationKind[]; // because Object.keys loses the literal type

/** Whether a user can turn mail of this kind off. */
export const canTurnOff = (kind: string): boolean =>
  allKinds.some((known) => known === kind && !unasked.includes(known) && !concernsAccount(known));

/** The kinds a user can choose about. */
export const choosableKinds = (profile: string): NotificationKind[] =>
  allKinds.filter((kind) => canTurnOff(kind) && (profile !== 'user' || !ofAdministration.includes(kind)));

export const isMailed = (kind: NotificationKind, preferences: MailPreferences): boolean =>
  preferences[kind] ?? mailedByDefault.includes(kind);

/** Whether the unit's flag doesn't hold it back. */
export const isMailedAnyway = (kind: NotificationKind): boolean => onPurpose.includes(kind);

/** Whether a notification is also mailed: the unit's flag and the user's own choice (BEHAVIOUR, conventions). */
export function wantsMail(kind: NotificationKind, preferences: MailPreferences, unitSends: boolean): boolean {
  if (unasked.includes(kind) || concernsAccount(kind)) return true;
  return isMailed(kind, preferences) && (unitSends || isMailedAnyway(kind));
}

/** The stored choices; a value of another shape counts as no choice. */
export function mailPreferences(stored: unknown): MailPreferences {
  const mail = stored && typeof stored === 'object' && 'mail' in stored ? stored.mail : null;
  if (!mail || typeof mail !== 'object') return {};
  const chosen = Object.entries(mail).filter(([kind, value]) => Object.hasOwn(notificationKinds, kind) && typeof value === 'boolean');
  return Object.fromEntries(chosen);
}

import { suspendReasons } from '../automatic-actions/task.ts';
import { formatDateTime, formatMonth } from '../format/date.ts';
import type { Language } from '../session/languages.ts';
import { type NotificationKind, notificationKinds } from './kinds.ts';

/** What the one action of a notification opens; it decides the button's text. */
type Opens =
  | 'report'
  | 'problem'
  | 'request'
  | 'catalog'
  | 'maintenance'
  | 'view'
  | 'comment'
  | 'export'
  | 'account'
  | 'capacity'
  | 'mailServer'
  | 'playlist'
  | 'people'
  | 'settings'
  | 'home'
  | 'device'
  | 'unit'
  | 'remote'
  | 'import'
  | 'task'
  | 'message';

const opens: Record<NotificationKind, Opens> = {
  catalog_requested: 'request',
  catalog_reminder: 'request',
  catalog_granted: 'report',
  catalog_denied: 'catalog',
  catalog_cancelled: 'request',
  catalog_expired: 'catalog',
  catalog_revoked: 'catalog',
  catalog_ended: 'catalog',
  maintenance_announced: 'maintenance',
  maintenance_changed: 'maintenance',
  maintenance_cancelled: 'maintenance',
  maintenance_over: 'maintenance',
  factor_added: 'home',
  factor_removed: 'home',
  factors_reset: 'home',
  recovery_used: 'home',
  identity_linked: 'home',
  identity_unlinked: 'home',
  report_fresh: 'report',
  report_ready: 'report',
  report_shared: 'report',
  view_shared: 'view',
  report_published: 'report',
  report_problem: 'problem',
  help_asked: 'problem',
  comment_mention: 'comment',
  comment_reply: 'comment',
  export_ready: 'export',
  export_failed: 'report',
  export_mailed: 'export',
  remote_requested: 'remote',
  remote_needs_admin: 'remote',
  remote_allowed: 'remote',
  remote_refused: 'remote',
  remote_expired: 'remote',
  remote_started: 'remote',
  remote_looking: 'remote',
  remote_ended: 'remote',
  remote_over: 'remote',
  partner_asks: 'remote',
  partner_entered: 'remote',
  partner_relation: 'remote',
  partner_month: 'remote',
  account_secret_ending: 'account',
  capacity_budget: 'capacity',
  capacity_wakes: 'capacity',
  access_ending: 'home',
  people_ending: 'people',
  people_limit: 'people',
  directory_refused: 'people',
  mail_server_failing: 'mailServer',
  users_imported: 'import',
  device_paired: 'device',
  device_ending: 'device',
  task_missed: 'task',
  task_suspended: 'task',
  task_ending: 'task',
  trial_ending: 'unit',
  trial_over: 'unit',
  trial_deleting: 'unit',
  playlist_skips: 'playlist',
  opening_asked: 'capacity',
  opening_wanted: 'capacity',
  addresses_undone: 'settings',
  announcement: 'message',
};

/** Text of a user, a server or the service: shown separately, as a quotation. */
const quoted: Partial<Record<NotificationKind, string>> = {
  catalog_requested: 'justification',
  catalog_denied: 'reason',
  catalog_revoked: 'reason',
  remote_requested: 'reason',
  remote_needs_admin: 'reason',
  remote_refused: 'reason',
  remote_started: 'reason',
  partner_asks: 'reason',
  partner_entered: 'reason',
  report_shared: 'message',
  comment_mention: 'text',
  comment_reply: 'text',
  export_failed: 'reason',
  mail_server_failing: 'answer',
};

const instants = ['from', 'until', 'at'];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(notificationKinds, kind);

export type NewsVars = Readonly<Record<string, unknown>>;
export type NewsWords = { title: string; text: string; action: string; quote: string };
export type Reader = {
  /** Gives the text of a key, with its variables; `count` chooses the plural. */
  t: (key: string, vars: Record<string, string | number>) => string;
  language: Language;
  zone: string;
};

/** What is wrong: the user's own words and the error code. */
function problemWords(values: Record<string, string | number>, t: Reader['t']): string {
  const { problem, note, code } = values;
  const parts = [t(`notifications.problem.${problem}`, {})];
  if (note) parts.push(String(note));
  if (code) parts.push(t('notifications.problem.code', { code }));
  return parts.filter((part) => part !== '').join(' ');
}

/** Why a task was suspended: a word of its own, or the refusal of its last run. */
const faultWords = (code: string, t: Reader['t']): string =>
  suspendReasons.some((reason) => reason === code)
    ? t(`notifications.task_suspended.${code}`, {})
    : t(`notifications.task_suspended.failed`, { code });

/** The quotation below the text; a problem or a fault arrives as its code. */
function getQuote(kind: NotificationKind, values: Record<string, string | number>, { t }: Reader): string {
  if (kind === 'export_failed') return t(`exports.fault.${values.reason}`, {});
  if (kind === 'task_suspended') return faultWords(String(values.reason ?? ''), t);
  if (kind === 'report_problem' || kind === 'help_asked') return problemWords(values, t);
  const name = quoted[kind];
  return name ? String(values[name] ?? '') : '';
}

const longestValue = 500;

/** The value as text: instants in the reader's zone, formats in capitals, nothing but plain text. */
function wordFor(name: string, value: unknown, { language, zone }: Reader): string | number {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : '';
  if (name === 'format') return text.toUpperCase();
  if (name === 'month' && /^\d{4}-\d{2}$/.test(text)) return formatMonth(language, text);
  const at = instants.includes(name) ? new Date(text) : null;
  if (at && !Number.isNaN(at.getTime())) return formatDateTime(language, at, zone);
  return text.slice(0, longestValue);
}

/** The values of a notification, each as plain text or a number. */
function toValues(kind: NotificationKind, vars: NewsVars, reader: Reader): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const name of notificationKinds[kind]) values[name] = wordFor(name, vars[name], reader);
  return values;
}

/** A notification in the reader's language; values are plain text wherever they are shown. */
export function newsWords(kind: NotificationKind, vars: NewsVars, reader: Reader): NewsWords {
  const values = toValues(kind, vars, reader);
  if (typeof values.days === 'number' || /^\d+$/.test(String(values.days ?? ''))) values.count = Number(values.days);
  if (kind.startsWith('remote_') && typeof values.minutes === 'number') values.count = values.minutes;
  return {
    title: reader.t(`notifications.${kind}.title`, values),
    text: reader.t(`notifications.${kind}.text`, values),
    action: reader.t(`notifications.action.${opens[kind]}`, values),
    quote: getQuote(kind, values, reader),
  };
}

/** The quotation alone. */
export const newsQuote = (kind: NotificationKind, vars: NewsVars, reader: Reader): string =>
  getQuote(kind, toValues(kind, vars, reader), reader);

/** The variable whose words are shown as the quotation. */
export const quotedVariable = (kind: NotificationKind): string | undefined =>
  kind === 'task_suspended' ? 'reason' : kind === 'report_problem' || kind === 'help_asked' ? 'problem' : quoted[kind];

/** The values of a notification for texts that a unit has written: codes as words, and everything as text. */
export function spokenValues(kind: NotificationKind, vars: NewsVars, reader: Reader): Record<string, string> {
  const values = toValues(kind, vars, reader);
  if (kind === 'export_failed' || kind === 'task_suspended') values.reason = getQuote(kind, values, reader);
  if (values.problem) values.problem = reader.t(`notifications.problem.${values.problem}`, {});
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The built-in text of a kind with its variables in place of their values; where a number decides, the plural. */
export function builtInWords(kind: NotificationKind, t: Reader['t']): Omit<NewsWords, 'quote'> {
  const names: readonly string[] = notificationKinds[kind];
  const values = Object.fromEntries(names.map((name) => [name, `{{${name}}}`]));
  const counted = kind.startsWith('remote_') ? 'minutes' : 'days';
  if (!values.count && values[counted]) values.count = values[counted];
  return {
    title: t(`notifications.${kind}.title`, values),
    text: t(`notifications.${kind}.text`, values),
    action: t(`notifications.action.${opens[kind]}`, values),
  };
}

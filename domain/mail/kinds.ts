import { concernsAccount, type NotificationKind, notificationKinds } from '../notifications/kinds.ts';

/** What a mail may be about: every notification, and what only ever comes by mail. */
export const mailOnlyKinds = [
  'mail_test',
  'account_invite',
  'account_reset',
  'account_changed',
  'account_device',
  'account_guessed',
  'account_ways',
  'account_provider',
  'account_link_code',
  'account_factor',
  'account_code',
  'account_lost',
  'account_waiting',
] as const;

/** Whether a mail concerns the account itself: it is sent whatever the user chose for news by mail. */
export const isAccountKind = (kind: string): boolean =>
  concernsAccount(kind) || (kind.startsWith('account_') && mailOnlyKinds.some((known) => known === kind));

export type MailKind = NotificationKind | (typeof mailOnlyKinds)[number];

export const isMailKind = (kind: string): kind is MailKind =>
  Object.hasOwn(notificationKinds, kind) || mailOnlyKinds.some((known) => known === kind);

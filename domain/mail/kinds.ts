import { type NotificationKind, notificationKinds } from '../notifications/kinds.ts';

/** What a mail may be about: everything that people are told, and what only ever comes by mail. */
export const mailOnlyKinds = ['mail_test'] as const;
export type MailKind = NotificationKind | (typeof mailOnlyKinds)[number];

export const isMailKind = (kind: string): kind is MailKind =>
  Object.hasOwn(notificationKinds, kind) || mailOnlyKinds.some((known) => known === kind);
